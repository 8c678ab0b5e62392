/** Result of a text correction: the changes, and their probability in each member. */
import type { PageModel } from '../../../../inference/information/page.ts';
import type {
  SentencePlace,
  SentencePrediction,
} from '../../../../inference/pipelines/text-correction/prediction.ts';
import type { ExplainedResponse, Explanation } from '../../request/request.ts';
import { make } from '../../result/element.ts';
import type { PipelineView } from '../../result/pipeline.ts';
import { memberNote, scoreCards } from '../../result/scores.ts';
import { sureness } from '../../result/words.ts';
import { textPipeline } from '../form.ts';
import { segmentsOf } from './segments.ts';
import { sentenceView } from './sentence-view.ts';

/** An explanation with the fields that this pipeline adds. */
export interface SentenceExplanation extends Explanation, Omit<SentencePrediction, 'places'> {
  readonly members: MemberVote[];
  /** The changed characters, with the mean probabilities of their alternatives. */
  readonly mean: readonly SentencePlace[];
}

type MemberVote = Explanation['members'][number] & {
  readonly places: readonly Pick<SentencePlace, 'index' | 'alternatives'>[];
};

type SentenceResponse = ExplainedResponse<SentenceExplanation>;

const FORM = {
  label: 'Recognised text',
  help: 'One hypothesis a line, the most probable first.',
  button: 'Correct',
};

export const textCorrection = textPipeline(FORM, createView);

function createView({ page: { language } }: PageModel): PipelineView<SentenceExplanation> {
  return {
    prediction: ({ explanation: { text, mean } }) => [sentenceView(segmentsOf(text, mean), language)],
    facts: (response) => [make('p', 'sure', outcome(response)), ...certainty(response.explanation)],
    details: ({ explanation: { members, mean } }) => {
      if (members.length === 0 || mean.length === 0) return [];
      const all = members.map(({ name, weight, milliseconds, places }) => ({
        title: name,
        note: memberNote(weight, milliseconds),
        ranking: mean.map((place) => ({
          label: `${place.heard} → ${place.prediction}`,
          probability: probabilityOf(place, places),
        })),
      }));
      return [make('h2', '', all.length > 1 ? 'Votes' : 'Probabilities'), scoreCards(all, '', language)];
    },
    spoken: (response) => `${outcome(response)}: ${response.explanation.text}`,
  };
}

function outcome({ explanation: { mean }, members }: SentenceResponse): string {
  if (members.endsWith('fallback')) return 'Not corrected before the deadline: the text is unchanged';
  const changed = mean.filter(({ heard, prediction }) => heard !== prediction).length;
  if (changed === 0) return 'Nothing to correct';
  return changed === 1 ? 'One correction' : `${changed} corrections`;
}

/** The certainty, if any member ran. */
function certainty({ members, confidence, hypothesis }: SentenceExplanation): HTMLElement[] {
  if (members.length === 0) return [];
  const basis = hypothesis > 0 ? `; based on hypothesis ${hypothesis + 1}` : '';
  return [make('p', '', `${sureness(confidence)} of the least certain character${basis}`)];
}

/** The probability that one member gives to a changed character. */
function probabilityOf({ index, prediction }: SentencePlace, places: MemberVote['places']): number {
  const alternatives = places.find((place) => place.index === index)?.alternatives;
  return alternatives?.find(({ text }) => text === prediction)?.probability ?? 0;
}
