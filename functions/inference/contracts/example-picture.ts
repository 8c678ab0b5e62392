/** A white PNG of 32 by 32 pixels in base64: a picture to ask about where there is no other. */
export const EXAMPLE_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mP4TwAwjCoYVTCqYKQqAAA/aPwuqUTQyAAAAABJRU5ErkJggg==';
