/** Finding and making elements. */

/** The element of the page with this id. */
export function elementOf<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} with the id ${id}`);
  return found;
}

/** A new element; strings among its children become text nodes. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** A line in small print; empty if there are no words. */
export function small(words: string | undefined): HTMLElement[] {
  return words === undefined ? [] : [make('p', 'small', words)];
}

/** A button with its handler. */
export function pressable(press: () => void, ...children: readonly (Node | string)[]): HTMLButtonElement {
  const button = make('button', '', ...children);
  button.type = 'button';
  button.addEventListener('click', press);
  return button;
}

/** @param language of the element's text; undefined if unknown */
export function inLanguage<Element extends HTMLElement>(
  element: Element,
  language: string | undefined,
): Element {
  if (language) element.lang = language;
  return element;
}

/** An element that begins below this share of the window's height is scrolled into view. */
const SEEN_SHARE = 0.6;

/** Scrolls to an element whose top is out of view or low in the window. On phones, a result may begin above or below the view. */
export function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top > SEEN_SHARE * innerHeight || top < 0) element.scrollIntoView();
}

/** Downloads a file. */
export function saveFile(name: string, content: Blob): void {
  const link = make('a', '');
  link.download = name;
  link.href = URL.createObjectURL(content);
  link.click();
  // After a minute, the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
