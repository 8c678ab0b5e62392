/** Result of a feature extraction: the similarity of several sentences or pictures, or the first elements of one embedding. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { PageModel } from '../../../inference/information/page.ts';
import type { Explanation } from '../request/request.ts';
import { inLanguage, make, small } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { memberTable, scrolled, tableView } from '../result/table.ts';
import { numberCell } from '../result/words.ts';
import { truncation } from './classification.ts';
import { linesOf, plainText, sampleWith, textPipeline } from './form.ts';

/** Fields that the pipelines of embeddings add to an explanation. */
interface EmbeddingExplanation extends Explanation {
  /** Length of an embedding. */
  readonly size: number;
  /** The first elements of the first embeddings. */
  readonly first: readonly (readonly number[])[];
  /** Cosine similarity of each pair, -1 to 1. */
  readonly similarities: readonly (readonly number[])[];
  readonly truncated?: readonly number[];
}

const FORM = {
  label: 'Sentences',
  help: 'One sentence a line. Several sentences are compared.',
  button: 'Compare',
  sampleOf(text: string): Sample {
    const texts = linesOf(text);
    return texts.length === 1 ? plainText(text) : sampleWith('application/json', JSON.stringify({ texts }));
  },
};

export const featureExtraction = textPipeline(FORM, ({ page: { language } }: PageModel) =>
  embeddingView('Sentence', (sample) =>
    textsOf(sample).map((text) => inLanguage(make('span', '', text), language)),
  ),
);

/** @param noun word for one of the inputs @param shown makes an element for each input of a request */
export function embeddingView(
  noun: string,
  shown: (sample: Sample) => readonly HTMLElement[],
): PipelineView<EmbeddingExplanation> {
  return {
    facts: ({ explanation }) => [
      make('p', 'sure', explanation.prediction),
      make('p', '', `${explanation.size} elements each`),
      ...truncation(explanation),
    ],
    details: ({ explanation }, sample) => [
      ...(explanation.similarities.length > 1
        ? similarity(explanation, noun, shown(sample))
        : beginning(explanation)),
      ...memberTable(explanation.members),
    ],
    spoken: ({ explanation: { prediction, similarities } }) => {
      const [first] = similarities;
      return first?.length === 2 ? `${prediction}, similarity ${first[1]!.toFixed(2)}` : prediction;
    },
  };
}

function textsOf({ mediaType, bytes }: Sample): string[] {
  const text = new TextDecoder().decode(bytes);
  return mediaType === 'text/plain' ? [text] : JSON.parse(text).texts;
}

/** The matrix of similarities. A row's heading is the input with its number; a column's heading is the number alone. */
function similarity(
  { similarities }: EmbeddingExplanation,
  noun: string,
  inputs: readonly HTMLElement[],
): HTMLElement[] {
  const rows = similarities.map((row, index) => [
    make('span', 'name', `${index + 1} `, inputs[index]!),
    ...row.map(tinted),
  ]);
  const heads = [noun, ...similarities.map((_, index) => `${index + 1}`)];
  const left = inputs.length - similarities.length;
  return [
    make('h2', '', 'Cosine similarity'),
    scrolled(
      'Cosine similarity',
      tableView(heads, rows, 'matrix'),
      ...small(left > 0 ? `Only the first ${similarities.length} are compared.` : undefined),
    ),
  ];
}

/** A cell whose colour is stronger for a higher similarity. */
function tinted(cosine: number): HTMLElement {
  const cell = make('span', 'tinted', cosine.toFixed(2));
  cell.style.setProperty('--share', `${Math.round(35 * Math.max(0, cosine))}%`);
  return cell;
}

function beginning({ first, size }: EmbeddingExplanation): HTMLElement[] {
  const [elements = []] = first;
  const more = size > elements.length ? `… ${size - elements.length} more` : undefined;
  return [
    make('h2', '', 'Embedding'),
    scrolled('Embedding', tableView([], [elements.map(numberCell)]), ...small(more)),
  ];
}
