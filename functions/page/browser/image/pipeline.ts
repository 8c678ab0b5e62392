/** Result of an image classification: the certainty, and the vote of each member. */
import { type Sample, toBase64 } from '../../../inference/contracts/client.ts';
import type { PageModel } from '../../../inference/information/page.ts';
import type { RankedLabel } from '../../../inference/pipelines/pipeline.ts';
import type { Explanation } from '../request/request.ts';
import { inLanguage, make, small } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { isLong, type MemberRanking, rankingCards } from '../result/scores.ts';
import { percent, sureness } from '../result/words.ts';

/** Fields that the pipeline adds to an explanation. */
export interface LabelExplanation extends Explanation {
  readonly confidence: number;
  readonly rejected: boolean;
  /** If the probabilities of the first `together` labels have a smaller sum, the prediction is rejected. */
  readonly threshold: number;
  readonly together: number;
  readonly members: MemberRanking[];
  readonly mean: readonly RankedLabel[];
}

const UNKNOWN = "None of the model's labels";

export function imageView({ page: { language, draw } }: PageModel): PipelineView<LabelExplanation> {
  return {
    prediction({ explanation: { rejected, prediction } }) {
      if (rejected) return [make('p', 'glyph', '?')];
      return [inLanguage(make('p', `glyph${isLong(prediction) ? ' long' : ''}`, prediction), language)];
    },
    facts({ explanation }) {
      if (explanation.rejected) return [make('p', 'sure', UNKNOWN), ...doubt(explanation)];
      return [make('p', 'sure', sureness(explanation.confidence))];
    },
    sent: (sample) => [pictureSent(sample, draw === undefined)],
    details: ({ explanation: { members, mean, prediction } }) =>
      rankingCards(members, mean, prediction, language),
    spoken: ({ explanation: { rejected, prediction, confidence } }) =>
      rejected ? UNKNOWN : `It is ${prediction}, ${sureness(confidence)}`,
  };
}

/** Why the prediction was rejected. */
function doubt(explanation: LabelExplanation): HTMLElement[] {
  const { confidence, mean } = explanation;
  return small(`${mean[0]?.label}: only ${percent(confidence)} sure, and ${shortfall(explanation)}`);
}

/** Says which threshold the prediction did not reach, or that a cached response had to reach a higher one than today's. */
function shortfall({ threshold, together, mean }: LabelExplanation): string {
  const share = mean.slice(0, together).reduce((sum, { probability }) => sum + probability, 0);
  // A cached response may come from an ensemble with a higher threshold.
  if (share >= threshold) return 'the threshold was higher when the response was cached';
  const wanted = `the threshold is ${percent(threshold)}`;
  return together === 1 ? wanted : `the first ${together} together have ${percent(share)}, but ${wanted}`;
}

function pictureSent({ bytes, mediaType }: Sample, isLarge: boolean): HTMLElement {
  const picture = document.createElement('img');
  picture.src = `data:${mediaType};base64,${toBase64(bytes)}`;
  picture.alt = 'The picture that was sent';
  const caption = make('figcaption', 'small', `sent, ${(bytes.length / 1000).toFixed(1)} kB`);
  return make('figure', `seen${isLarge ? ' large' : ''}`, picture, caption);
}
