/** What is said of a picture's label: how sure the members are, and how each of them voted. */
import { toBase64 } from '../../../inference/contracts/base64-text.ts';
import type { RankedLabel } from '../../../inference/kinds/image-labels/types.ts';
import type { Explanation } from '../asking/explanation.ts';
import type { Question } from '../asking/question.ts';
import type { Way } from '../asking/way.ts';
import { isLong } from '../shell/ballots.ts';
import { inLanguage, make } from '../shell/element.ts';
import { percent } from '../shell/words.ts';
import { type LabelVote, votes } from './votes-view.ts';

/** What the kind adds to an explanation. */
export interface LabelExplanation extends Explanation {
  readonly confidence: number;
  readonly rejected: boolean;
  readonly threshold: number;
  readonly members: LabelVote[];
  readonly mean: readonly RankedLabel[];
}

export const UNKNOWN = 'None that it knows';

/** @param language of the labels, where it is known */
export function labelsWay(language: string | undefined): Way<LabelExplanation> {
  return {
    verdict({ explanation: { rejected, answer } }) {
      if (rejected) return [make('p', 'glyph', '?')];
      return [inLanguage(make('p', `glyph${isLong(answer) ? ' long' : ''}`, answer), language)];
    },
    facts: ({ explanation }) => [
      make('p', 'sure', explanation.rejected ? UNKNOWN : `${percent(explanation.confidence)} sure`),
      ...doubt(explanation),
    ],
    asked: (question) => [pictureSent(question)],
    votes: ({ explanation }) => [make('h2', '', 'Votes'), ...votes(explanation, language)],
    spoken: ({ explanation: { rejected, answer, confidence } }) =>
      `${rejected ? UNKNOWN : `It is ${answer}`}, ${percent(confidence)} sure`,
  };
}

/** Why there is no answer, where there is none. */
export function doubt({ rejected, confidence, threshold, mean }: LabelExplanation): HTMLElement[] {
  if (!rejected) return [];
  // A remembered answer may come from an ensemble that asked for more.
  const reason = confidence < threshold ? `${percent(threshold)} are asked for` : 'more was asked for then';
  return [make('p', 'small', `${mean[0]?.label}: only ${percent(confidence)} sure, and ${reason}`)];
}

function pictureSent({ sample: { bytes, mediaType } }: Question): HTMLElement {
  const picture = document.createElement('img');
  picture.src = `data:${mediaType};base64,${toBase64(bytes)}`;
  picture.alt = 'The picture that was sent';
  return make(
    'figure',
    'seen',
    picture,
    make('figcaption', 'small', `sent, ${(bytes.length / 1000).toFixed(1)} kB`),
  );
}
