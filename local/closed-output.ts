/**
 * Lets this process go on when nobody reads its output any more, as after `npm start | head`. Otherwise each warning would be an
 * uncaught error, whose report is a further warning.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
