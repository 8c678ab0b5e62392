/** An argument of a command line, whatever is in it: in single quotes, a POSIX shell leaves everything alone but the single quote itself. */
export function quoteArgument(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A white PNG of 32 by 32 pixels in base64: the picture of an example request where there is no other. */
export const EXAMPLE_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mP4TwAwjCoYVTCqYKQqAAA/aPwuqUTQyAAAAABJRU5ErkJggg==';
