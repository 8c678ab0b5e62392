/**
 * What an environment prints goes into a file. On a full disk every line is an error, and an error of standard output that
 * nobody hears ends the process: a line that cannot be written must cost no answer, so it is counted.
 */

/** Tells the Runtime API how many lines were lost since the last report; ours alone, so a client may leave it out. */
export const LINES_LOST_HEADER = 'subsecond-lines-lost';

let lost = 0;

/** From now on lines that cannot be written are counted. */
export function countLostLines(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => {
      lost += 1;
    });
  }
}

/** A header line for the next report; empty when nothing was lost since the last. */
export function linesLostHeader(): string {
  if (lost === 0) return '';
  const line = `${LINES_LOST_HEADER}: ${lost}\r\n`;
  lost = 0;
  return line;
}
