/** Result of a text classification: the certainty, and the probabilities of the best labels. */
import type { PageModel } from '../../../inference/information/page.ts';
import type { RankedLabel } from '../../../inference/pipelines/pipeline.ts';
import type { Explanation } from '../request/request.ts';
import { inLanguage, make, small } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { type MemberRanking, rankingCards } from '../result/scores.ts';
import { sureness } from '../result/words.ts';
import { textPipeline } from './form.ts';

/** Fields that the pipeline adds to an explanation. */
export interface TextExplanation extends Explanation {
  /** One entry for each text, or one for all texts of a ranking. The page sends one text or one query. */
  readonly texts: readonly {
    readonly mean: readonly RankedLabel[];
    readonly members: readonly MemberRanking[];
  }[];
  /** Indexes of texts that were truncated. */
  readonly truncated: readonly number[];
}

const FORM = { label: 'Text', help: 'The model labels the text as a whole.', button: 'Classify' };

export const textClassification = textPipeline(FORM, createView);

function createView({ page: { language } }: PageModel): PipelineView<TextExplanation> {
  const certainty = ({ texts: [text] }: TextExplanation) => sureness(text?.mean[0]?.probability ?? 0);
  return {
    prediction: ({ explanation: { prediction } }) => [
      inLanguage(make('p', 'glyph long', prediction), language),
    ],
    facts({ explanation }) {
      return [make('p', 'sure', certainty(explanation)), ...truncation(explanation)];
    },
    details: ({ explanation: { texts, prediction } }) =>
      texts.flatMap(({ mean, members }) => rankingCards(members, mean, prediction, language)),
    spoken: ({ explanation }) => `It is ${explanation.prediction}, ${certainty(explanation)}`,
  };
}

/** A message if a text was truncated. */
export function truncation({ truncated = [] }: Partial<Pick<TextExplanation, 'truncated'>>): HTMLElement[] {
  if (truncated.length === 0) return [];
  return small('A text is longer than the model takes: only its beginning counts.');
}
