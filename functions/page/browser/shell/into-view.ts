/** Brings what there is to read into the window. */

/** What begins further down in the window, as a share of its height, has to be scrolled to. */
const SEEN_SHARE = 0.6;

/** On a phone, it may lie below the fold, or above it. */
export function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top > SEEN_SHARE * innerHeight || top < 0) element.scrollIntoView();
}
