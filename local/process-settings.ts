import v8 from 'node:v8';

/**
 * Makes V8 run a full garbage collection only after the heap has grown by 400 %. By default, a growth by a few megabytes is
 * enough. The buffers of photographs count towards the growth, so full collections took half of a front process's CPU time, and
 * a tenth of a worker's, not counting its model. The collections of young objects free the buffers, too.
 */
export function collectGarbageLessOften(): void {
  v8.setFlagsFromString('--heap-growing-percent=400');
  // Otherwise V8 counts buffers apart from its heap, and every 64 MB of them cause a full collection.
  v8.setFlagsFromString('--external-memory-accounted-in-global-limit');
}

/**
 * Lets this process go on when nobody reads its output any more, as after `npm start | head`. Otherwise each warning would be an
 * uncaught error, whose report is a further warning.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Ends this process when its IPC channel closes, so that it never outlives its parent. Signals do not end it, because only the
 * parent decides when its children end. Ctrl-C reaches every process of the terminal's group, and a service manager's signal may,
 * too. A program calls this before it loads its other modules, because the parent may end while they load.
 */
export function endWithParentOnly(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  if (!process.connected) process.exit();
}
