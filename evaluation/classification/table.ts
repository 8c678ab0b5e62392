/** What an evaluation has shown, for a terminal. */
import type { Evaluation } from './evaluate.ts';
import type { Tally } from './tally.ts';

/**
 * @param reject the right prediction for labels that are not listed; undefined where there is none
 * @param confusions how many are listed at most
 */
export function formatEvaluation(
  { listed, outside }: Evaluation,
  reject: string | undefined,
  confusions: number,
): string {
  const right = reject === undefined ? 'none is right: the model rejects nothing' : `right: ${reject}`;
  return [
    ...formatTally('Labels of the list', listed, confusions),
    ...formatTally(`Labels outside the list (${right})`, outside, confusions),
  ].join('\n');
}

function formatTally(title: string, tally: Tally, confusions: number): string[] {
  if (tally.scores.size === 0) return [];
  const scores = [...tally.scores].map(([judge, { right, samples }]) => {
    const percent = ((100 * right) / samples).toFixed(2).padStart(6);
    const time = tally.medianMilliseconds(judge);
    const suffix = time === undefined ? '' : `   ${time.toFixed(2)} ms`;
    return `  ${judge.padEnd(24)} ${percent} %   ${right} of ${samples}${suffix}`;
  });
  const list = tally.confusions(confusions);
  return [
    title,
    '',
    ...scores,
    ...(tally.membersRunLine === undefined ? [] : ['', `  ${tally.membersRunLine}`]),
    ...(list.length === 0 ? [] : ['', '  label → prediction, samples']),
    ...list.map(({ label, prediction, samples }) => `  ${label} → ${prediction}  ${samples}`),
    '',
  ];
}

/** The same as JSON. */
export function evaluationContent({ listed, outside }: Evaluation, confusions: number): object {
  return { listed: tallyContent(listed, confusions), outside: tallyContent(outside, confusions) };
}

function tallyContent(tally: Tally, confusions: number): object {
  const judges = [...tally.scores].map(([judge, score]) => {
    const milliseconds = tally.medianMilliseconds(judge);
    return [judge, { ...score, ...(milliseconds !== undefined && { milliseconds }) }];
  });
  return {
    judges: Object.fromEntries(judges),
    membersRun: Object.fromEntries(tally.membersRun),
    confusions: tally.confusions(confusions),
  };
}
