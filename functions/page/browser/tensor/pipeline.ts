/** What the page says of tensors: each output as a table of its last two dimensions, and the members. */
import type { Explanation } from '../request/request.ts';
import { make, small } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { type Cell, tableView } from '../result/table.ts';
import { duration } from '../result/words.ts';

/** What the pipeline adds to an explanation; other pipelines that take tensors may say less. */
interface TensorExplanation extends Explanation {
  readonly outputs?: Readonly<Record<string, Output>>;
}

interface Output {
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly elements: number;
  /** The first ones, row by row. */
  readonly first: readonly unknown[];
}

/** Columns of a table; a longer row goes on in the next. */
const MOST_COLUMNS = 8;

const view: PipelineView<TensorExplanation> = {
  answer: () => [],
  facts: ({ explanation: { answer, outputs } }) => {
    const count = Object.keys(outputs ?? {}).length;
    return [make('p', 'sure', count === 0 ? answer : `${count} ${count === 1 ? 'output' : 'outputs'}`)];
  },
  sent: () => [],
  details: ({ explanation: { outputs = {}, members } }) => [
    ...Object.entries(outputs).flatMap(([name, output]) => outputView(name, output)),
    ...(members.length < 2 ? [] : memberTable(members)),
  ],
  spoken: ({ explanation: { answer } }) => `The answer is ${answer}`,
};

export const tensorPipeline = view as PipelineView;

function outputView(name: string, { datatype, shape, elements, first }: Output): HTMLElement[] {
  const title = make(
    'h2',
    'output',
    name,
    ' ',
    make('span', 'small', `${datatype}, ${shape.join(' × ') || 'one element'}`),
  );
  const length = shape.at(-1) ?? 1;
  const columns = Math.min(length || 1, MOST_COLUMNS);
  const rows: Cell[][] = [];
  for (let start = 0; start < first.length; start += columns) {
    rows.push(first.slice(start, start + columns).map(shortened));
  }
  // Where a row of the table is one of the tensor, its columns are numbered.
  const heads = length > 1 && length <= MOST_COLUMNS ? Array.from({ length }, (_, index) => `${index}`) : [];
  const more =
    elements > first.length ? `… ${elements - first.length} more; a response has all of them` : undefined;
  return [title, scrolled(`Elements of ${name}`, tableView(heads, rows), ...small(more))];
}

function memberTable(members: Explanation['members']): HTMLElement[] {
  const rows = members.map(({ name, weight, milliseconds }) => [
    name,
    String(weight),
    duration(milliseconds),
  ]);
  return [make('h2', '', 'Members'), scrolled('Members', tableView(['Name', 'Weight', 'Time'], rows))];
}

/** A card that is scrolled where its table is too wide, by keyboards, too. */
function scrolled(label: string, ...children: readonly HTMLElement[]): HTMLElement {
  const card = make('div', 'card scrolled', ...children);
  card.tabIndex = 0;
  card.role = 'group';
  card.ariaLabel = label;
  return card;
}

/** Six figures are as many as 32 bits hold. */
function shortened(element: unknown): string {
  return typeof element === 'number' ? String(Number(element.toPrecision(6))) : String(element);
}
