/** What is said of a corrected sentence: what was changed, and what each member holds of that. */

import type { Certainty } from '../../../inference/model/certainty.ts';
import type { SentenceAnswer, SentencePlace } from '../../../inference/pipelines/text-correction/types.ts';
import type { Answered } from '../asking/answered.ts';
import type { Explanation } from '../asking/explanation.ts';
import type { PageTask } from '../asking/task.ts';
import type { Way } from '../asking/way.ts';
import { ballotNote, ballots } from '../shell/ballots.ts';
import { capitalised, surenessOf } from '../shell/certainty.ts';
import { make, small } from '../shell/element.ts';
import { segmentsOf } from './segments.ts';
import { sentenceView } from './sentence-view.ts';

/** What the kind adds to an explanation. */
export interface SentenceExplanation extends Explanation, Omit<SentenceAnswer, 'places'> {
  readonly members: MemberVote[];
  /** Places of the answer, as all members together read them. */
  readonly mean: readonly SentencePlace[];
}

interface MemberVote {
  readonly [key: string]: unknown;
  readonly name: string;
  readonly weight: number;
  readonly milliseconds: number;
  readonly places: readonly Pick<SentencePlace, 'index' | 'alternatives'>[];
}

type AnsweredSentence = Answered<SentenceExplanation>;

export function sentencesWay({ page: { language }, certainty }: PageTask): Way<SentenceExplanation> {
  return {
    verdict: ({ explanation: { text, mean } }) => [sentenceView(segmentsOf(text, mean), language)],
    facts: (answered) => [make('p', 'sure', outcome(answered)), ...sureness(answered.explanation, certainty)],
    asked: () => [],
    votes: ({ explanation: { members, mean } }) => {
      if (members.length === 0 || mean.length === 0) return [];
      const all = members.map(({ name, weight, milliseconds, places }) => ({
        voter: name,
        note: ballotNote(weight, milliseconds),
        ranking: mean.map((place) => ({
          label: `${place.heard} → ${place.answer}`,
          probability: probabilityOf(place, places),
        })),
      }));
      return [make('h2', '', 'Votes'), ballots(all, '', language)];
    },
    spoken: (answered) => `${outcome(answered)}: ${answered.explanation.text}`,
  };
}

function outcome({ explanation: { mean }, members }: AnsweredSentence): string {
  if (members.endsWith('fallback')) return 'There was no time to correct this: it is given back as heard';
  const changed = mean.filter(({ heard, answer }) => heard !== answer).length;
  if (changed === 0) return 'Nothing to correct';
  return changed === 1 ? 'One place corrected' : `${changed} places corrected`;
}

/** How sure the members are, where any was asked. */
function sureness(
  { members, confidence, hypothesis }: SentenceExplanation,
  certainty: Certainty | undefined,
) {
  if (members.length === 0) return [];
  const { words, proof } = surenessOf(confidence, certainty);
  const said = proof ? `Right as a whole: ${words}` : `${capitalised(words)} of the least certain place`;
  const guess = hypothesis > 0 ? `, made of guess ${hypothesis + 1}` : '';
  return [make('p', '', said + guess), ...small(proof)];
}

/** How probable a member holds what was answered at a place. */
function probabilityOf({ index, answer }: SentencePlace, places: MemberVote['places']): number {
  const alternatives = places.find((place) => place.index === index)?.alternatives;
  return alternatives?.find(({ text }) => text === answer)?.probability ?? 0;
}
