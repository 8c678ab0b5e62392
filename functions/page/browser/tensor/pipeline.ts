/** Result of a model of tensors: a table of the first elements of each output, and the members. */
import type { PagePipeline } from '../page-pipeline.ts';
import type { Explanation } from '../request/request.ts';
import { make, small } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { memberTable, scrolled, tableView } from '../result/table.ts';
import { numberCell } from '../result/words.ts';
import { attachTensors, typeOf } from './attach.ts';
import { elementRows } from './element-rows.ts';

/** Fields that the pipeline `tensor` adds to an explanation. Other pipelines that use this view may lack them. */
interface TensorExplanation extends Explanation {
  readonly outputs?: Readonly<Record<string, Output>>;
}

interface Output {
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly elements: number;
  /** The first elements, row by row. */
  readonly first: readonly unknown[];
}

const view: PipelineView<TensorExplanation> = {
  brief: ({ explanation }) => countOf(explanation),
  facts: ({ explanation }) => [make('p', 'sure', countOf(explanation))],
  details: ({ explanation: { outputs = {}, members } }) => [
    ...Object.entries(outputs).flatMap(([name, output]) => outputView(name, output)),
    ...memberTable(members),
  ],
  spoken: ({ explanation: { prediction } }) => `The response is ${prediction}`,
};

export const tensor: PagePipeline = { view: () => view, attach: attachTensors };

function countOf({ prediction, outputs }: TensorExplanation): string {
  if (!outputs) return prediction;
  const count = Object.keys(outputs).length;
  return `${count} ${count === 1 ? 'output' : 'outputs'}`;
}

function outputView(name: string, { datatype, shape, elements, first }: Output): HTMLElement[] {
  const title = make('h2', 'output', name, ' ', make('span', 'small', typeOf(datatype, shape)));
  const { heads, rows } = elementRows(first.map(numberCell), shape.at(-1) ?? 1);
  const more =
    elements > first.length ? `… ${elements - first.length} more; the API returns all of them` : undefined;
  return [title, scrolled(`Elements of ${name}`, tableView(heads, rows), ...small(more))];
}
