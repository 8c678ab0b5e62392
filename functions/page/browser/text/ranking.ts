/** Result of a text ranking: the texts in the order of how well they fit the query. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { PageModel } from '../../../inference/information/page.ts';
import type { RankedLabel } from '../../../inference/pipelines/pipeline.ts';
import { make } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { rankingCards } from '../result/scores.ts';
import { type TextExplanation, truncation } from './classification.ts';
import { linesOf, sampleWith, textPipeline } from './form.ts';

const FORM = {
  label: 'Query',
  second: 'Texts, one a line',
  help: 'The texts are scored by how well they fit the query.',
  button: 'Rank',
  sampleOf: (query: string, texts: string) =>
    sampleWith('application/json', JSON.stringify({ query, texts: linesOf(texts) })),
};

export const textRanking = textPipeline(FORM, createView);

/** The labels in the explanation are indexes of the texts. */
function createView({ page: { language } }: PageModel): PipelineView<TextExplanation> {
  return {
    brief: ({ explanation: { prediction } }, sample) => textsOf(sample)[Number(prediction)],
    facts: ({ explanation }, sample) => [
      make('p', 'sure', counted(textsOf(sample))),
      ...truncation(explanation),
    ],
    details({ explanation: { texts, prediction } }, sample) {
      const lines = textsOf(sample);
      const lineOf = (label: string) => lines[Number(label)] ?? label;
      const named = (ranking: readonly RankedLabel[]) =>
        ranking.map(({ label, probability }) => ({ label: lineOf(label), probability }));
      return texts.flatMap(({ mean, members }) => {
        const votes = members.map((member) => ({ ...member, top: named(member.top) }));
        return rankingCards(votes, named(mean), lineOf(prediction), language, 'Scores');
      });
    },
    spoken: ({ explanation: { prediction } }) => `Text ${Number(prediction) + 1} fits best`,
  };
}

function counted({ length }: readonly string[]): string {
  return length === 1 ? '1 text' : `${length} texts, the best first`;
}

function textsOf({ bytes }: Sample): readonly string[] {
  return JSON.parse(new TextDecoder().decode(bytes)).texts;
}
