/** An argument of a command line, whatever is in it: in single quotes, a POSIX shell leaves everything alone but the single quote itself. */
export function quoteArgument(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
