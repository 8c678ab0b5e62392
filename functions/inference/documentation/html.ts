/** HTML that cannot be broken by what is put into it. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A finished piece of HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

/** Template tag: values are escaped unless they are HTML already. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = strings.map(
    (string, index) => string + (index < values.length ? render(values[index] ?? '') : ''),
  );
  return new Html(parts.join(''));
}

function render(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((piece: Html) => piece.text).join('\n');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
