/** What the confidence of predictions is worth, for people, and as lines for `ensemble.json`. */
import type { Certainty } from '../functions/inference/model/manifest.ts';
import { certaintyOf, type JudgedPrediction } from './certainty.ts';
import type { Report } from './report.ts';

/**
 * @param what kind of samples, for people, such as `pictures`
 * @throws {Error} where there is no prediction
 */
export function certaintyReport(judged: readonly JudgedPrediction[], what: string): Report {
  const certainty = certaintyOf(judged, what);
  return { text: formatCertainty(certainty), content: { certainty } };
}

/** What it says, and the lines to be put into `ensemble.json`. */
export function formatCertainty(certainty: Certainty): string {
  const { measuredOn, words, refused } = certainty;
  const said = words.map(
    ({ word, from, ...counted }) => `${word}, from ${from.toFixed(2)}`.padEnd(24) + share(counted),
  );
  const doubted = refused ? ['refused, but unanimous'.padEnd(24) + share(refused)] : [];
  return [
    `Right predictions by confidence (${measuredOn}; where words begin was chosen on as many others)`,
    '',
    ...[...said, ...doubted].map((line) => `  ${line}`),
    '',
    'For ensemble.json:',
    '',
    ...linesOf(certainty),
  ].join('\n');
}

/** One for each word, as `ensemble.json` is read by people. */
function linesOf({ measuredOn, words, refused }: Certainty): string[] {
  const line = (content: object) => JSON.stringify(content, undefined, 1).replaceAll(/\n\s*/g, ' ');
  return [
    '  "certainty": {',
    `    "measuredOn": ${JSON.stringify(measuredOn)},`,
    '    "words": [',
    words.map((word) => `      ${line(word)}`).join(',\n'),
    `    ]${refused ? ',' : ''}`,
    ...(refused ? [`    "refused": ${line(refused)}`] : []),
    '  },',
  ];
}

function share({ right, predictions }: { right: number; predictions: number }): string {
  return `${((100 * right) / predictions).toFixed(1).padStart(5)} %   ${right} of ${predictions}`;
}
