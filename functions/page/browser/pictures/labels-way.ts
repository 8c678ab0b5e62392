/** What is said of a picture's label: how sure the members are, and how each of them voted. */
import { toBase64 } from '../../../inference/contracts/base64-text.ts';
import type { Certainty } from '../../../inference/model/certainty.ts';
import type { RankedLabel } from '../../../inference/pipelines/image-labels/types.ts';
import type { Explanation } from '../asking/explanation.ts';
import type { Question } from '../asking/question.ts';
import type { PageTask } from '../asking/task.ts';
import type { Way } from '../asking/way.ts';
import { isLong } from '../shell/ballots.ts';
import { capitalised, doubtProof, surenessOf } from '../shell/certainty.ts';
import { inLanguage, make, small } from '../shell/element.ts';
import { percent } from '../shell/words.ts';
import { type LabelVote, votes } from './votes-view.ts';

/** What the kind adds to an explanation. */
export interface LabelExplanation extends Explanation {
  readonly confidence: number;
  readonly rejected: boolean;
  /** Share that the first `together` labels must have in all. */
  readonly threshold: number;
  readonly together: number;
  readonly members: LabelVote[];
  readonly mean: readonly RankedLabel[];
}

export const UNKNOWN = 'None that it knows';

export function labelsWay({ page: { language }, certainty }: PageTask): Way<LabelExplanation> {
  return {
    verdict({ explanation: { rejected, answer } }) {
      if (rejected) return [make('p', 'glyph', '?')];
      return [inLanguage(make('p', `glyph${isLong(answer) ? ' long' : ''}`, answer), language)];
    },
    facts({ explanation }) {
      if (explanation.rejected) return [make('p', 'sure', UNKNOWN), ...doubt(explanation, certainty)];
      const { words, proof } = surenessOf(explanation.confidence, certainty);
      return [make('p', 'sure', capitalised(words)), ...small(proof)];
    },
    asked: (question) => [pictureSent(question)],
    votes: ({ explanation }) => [make('h2', '', 'Votes'), ...votes(explanation, language)],
    spoken({ explanation }) {
      const { rejected, answer, confidence } = explanation;
      if (rejected) return [UNKNOWN, perhaps(explanation)].filter(Boolean).join(', ');
      return `It is ${answer}, ${surenessOf(confidence, certainty).words}`;
    },
  };
}

/** What it may be where it was refused, if every member thinks of the same label first: `perhaps 療?`. */
export function perhaps({ rejected, answer, members, mean }: LabelExplanation): string | undefined {
  const [best] = mean;
  const agree = members.length > 1 && members.every(({ top }) => top[0]?.label === best?.label);
  // Where a label is the reject answer, too, that says it already.
  return rejected && best && agree && best.label !== answer ? `perhaps ${best.label}?` : undefined;
}

/** Why there is no answer, where there is none. */
export function doubt(explanation: LabelExplanation, certainty: Certainty | undefined): HTMLElement[] {
  const { rejected, confidence, mean, members } = explanation;
  if (!rejected) return [];
  const guess = perhaps(explanation);
  const who = members.length === 2 ? 'Both' : `All ${members.length}`;
  const proof = doubtProof(certainty);
  return [
    ...(guess ? [make('p', '', `${capitalised(guess)} ${who} models think of it first${proof}.`)] : []),
    ...small(`${mean[0]?.label}: only ${percent(confidence)} sure, and ${shortfall(explanation)}`),
  ];
}

/** What was asked for instead. */
function shortfall({ threshold, together, mean }: LabelExplanation): string {
  const share = mean.slice(0, together).reduce((sum, { probability }) => sum + probability, 0);
  // A remembered answer may come from an ensemble that asked for more.
  if (share >= threshold) return 'more was asked for then';
  const wanted = `${percent(threshold)} are asked for`;
  return together === 1 ? wanted : `the first ${together} together have ${percent(share)} where ${wanted}`;
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
