/** Finding and making elements. */

/** The element of the page with this id. */
export function elementOf<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} with the id ${id}`);
  return found;
}

/** A new element; texts among its children are shown as they are. */
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

/** A line of less weight; nothing where there is nothing to say. */
export function small(words: string | undefined): HTMLElement[] {
  return words === undefined ? [] : [make('p', 'small', words)];
}

/** A button, and what happens when it is pressed. */
export function pressable(press: () => void, ...children: readonly (Node | string)[]): HTMLButtonElement {
  const button = make('button', '', ...children);
  button.type = 'button';
  button.addEventListener('click', press);
  return button;
}

/** @param language in which the element's text is; undefined: nobody knows */
export function inLanguage<Element extends HTMLElement>(
  element: Element,
  language: string | undefined,
): Element {
  if (language) element.lang = language;
  return element;
}

/** What begins further down in the window, as a share of its height, is scrolled to. */
const SEEN_SHARE = 0.6;

/** On a phone, a result may lie below the fold, or above it. */
export function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top > SEEN_SHARE * innerHeight || top < 0) element.scrollIntoView();
}

/** Gives a person a file. */
export function saveFile(name: string, content: Blob): void {
  const link = make('a', '');
  link.download = name;
  link.href = URL.createObjectURL(content);
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
