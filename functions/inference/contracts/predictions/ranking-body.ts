/** Labels and probabilities as TorchServe writes them. */
import type { RankedLabel } from '../../pipelines/pipeline.ts';

/** Written by hand: a JavaScript object would put labels that are numbers in numeric order. */
export function rankingBody(ranking: readonly RankedLabel[]): string {
  const entries = ranking.map(({ label, probability }) => `${JSON.stringify(label)}:${probability}`);
  return `{${entries.join(',')}}`;
}
