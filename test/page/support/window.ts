/** The names of a browser that functions use which a test sends there; the tests are compiled without them. */

interface Element {
  readonly parentElement: Element | null;
}

/** To be read from `globalThis` within such a function. */
export interface Window {
  readonly document: { readonly body: { dispatchEvent(event: unknown): void } };
  readonly ClipboardEvent: new (type: string, options: object) => unknown;
  readonly DataTransfer: new () => { readonly items: { add(file: unknown): void } };
  getComputedStyle(element: Element): {
    readonly color: string;
    readonly backgroundColor: string;
    readonly textDecorationLine: string;
  };
}

export type { Element };
