/** What is said of tensors: what they hold, and which members gave them. */

import type { Explanation } from '../asking/explanation.ts';
import type { Way } from '../asking/way.ts';
import { make } from '../shell/element.ts';
import { tableView } from '../shell/table-view.ts';
import { duration } from '../shell/words.ts';

/** What the kind adds to an explanation; other kinds that are asked in JSON may say less. */
export interface TensorExplanation extends Explanation {
  readonly outputs?: Readonly<Record<string, Output>>;
}

interface Output {
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly elements: number;
  /** As many as are shown. */
  readonly first: readonly unknown[];
}

export const tensorsWay: Way<TensorExplanation> = {
  verdict: () => [],
  facts: ({ explanation: { answer } }) => [make('p', 'sure', answer)],
  asked: () => [],
  votes: ({ explanation: { outputs = {}, members } }) => [
    ...table('Outputs', ['Name', 'Tensor', 'Elements'], Object.entries(outputs).map(outputRow)),
    ...table(
      'Votes',
      ['Member', 'Weight', 'Time'],
      members.map(({ name, weight, milliseconds }) => [name, String(weight), duration(milliseconds)]),
    ),
  ],
  spoken: ({ explanation: { answer } }) => `The answer is ${answer}`,
};

function outputRow([name, { datatype, shape, elements, first }]: [string, Output]): string[] {
  const shown = first.map((element) => (typeof element === 'number' ? shorter(element) : String(element)));
  const more = elements > first.length ? [`… ${elements - first.length} more`] : [];
  return [name, `${datatype} [${shape.join(', ')}]`, [...shown, ...more].join(' ')];
}

/** Six figures are as many as 32 bits hold. */
function shorter(element: number): string {
  return String(Number(element.toPrecision(6)));
}

/** A table under its heading; nothing where it has no rows. */
function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): HTMLElement[] {
  if (rows.length === 0) return [];
  return [make('h2', '', title), tableView(columns, rows)];
}
