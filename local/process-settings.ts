/** Settings of every process of a service. */
import v8 from 'node:v8';

/**
 * Makes V8 run a full garbage collection only after the heap has grown by 400 %. By default, a few megabytes are enough,
 * and the buffers of photographs count towards them: full collections took half of a front process's CPU time, and a tenth
 * of a worker's without that of its model. The collections of young objects free the buffers, too.
 */
export function letHeapGrow(): void {
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
 * Ends this process when its IPC channel closes, so that it never outlives its parent. Signals do not end it, because Ctrl-C
 * reaches every process of a terminal's group, as a service manager's signal may, but the parent decides when its children end.
 * Called before the rest of the program loads, because it must work meanwhile.
 */
export function endWithParentOnly(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  if (!process.connected) process.exit();
}
