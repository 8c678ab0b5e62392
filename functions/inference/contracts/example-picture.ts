/** A white PNG of 32 by 32 pixels in base64: the picture of an example request where there is no other. */
export const EXAMPLE_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mP4TwAwjCoYVTCqYKQqAAA/aPwuqUTQyAAAAABJRU5ErkJggg==';
