import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../support/new-folder.ts';
import { jsonOf, prints, refuses, reportFile } from './run.ts';

const SMALL = '--point 1024,x86_64,260,p99=700';
const MIDDLE = '--point 1769,x86_64,150,p99=320';
const LARGE = '--point 3008,arm64,110,p99=240';
const run = reportFile();
const tuning = join(newFolder(), 'result.json');
writeFileSync(tuning, JSON.stringify({ stats: [{ value: 1769, averageDuration: 150 }] }));

describe('npm run cost -- sweep', () => {
  prints(0, {
    'names the cheapest point that meets the objective, with its environments and its p99': [
      `sweep --rps 7 --p99 500 ${SMALL} ${MIDDLE} ${LARGE}`,
      /1024 MB +x86_64 +260 ms +700 ms +\d+ +\d+ ms +\$[\d.,]+ +no/,
      /1769 MB +x86_64 +150 ms +320 ms +\d+ +\d+ ms +\$[\d.,]+ +yes/,
      /The cheapest that meets 99 % within 500 ms: (1769 MB on x86_64|3008 MB on arm64)\./,
    ],
    'does not take arm64 to be as fast: it says how slow it may be': [
      `sweep --rps 7 ${MIDDLE}`,
      'arm64 at 1769 MB is not measured. It is cheaper if it is at most 25 % slower (187 ms on average).',
    ],
    'does not turn a mean into a p99': [
      'sweep --rps 7 --point 1769,x86_64,150',
      /1769 MB +x86_64 +150 ms +unknown/,
      'assumed, because only the mean is given',
    ],
    'reads the result of aws-lambda-power-tuning, beside a point of the other architecture': [
      `sweep --rps 7 --tuning ${tuning} --point 1769,arm64,170`,
      /1769 MB +x86_64 +150 ms +unknown/,
      /1769 MB +arm64 +170 ms +unknown/,
      `${tuning}: the means of aws-lambda-power-tuning leave out`,
    ],
    'says which price nobody cites, and goes on with the others': [
      `sweep --rps 50 --p99 500 --region ap-northeast-1 ${MIDDLE} ${LARGE}`,
      /3008 MB +arm64 .* refused +no +no cited price "lambda\.provisioned\.arm64"/,
    ],
  });

  prints(1, {
    'fails when none meets it': [`sweep --rps 7 --p99 200 ${SMALL}`, 'None meets 99 % within 200 ms'],
  });

  it('reads a point from a load run', async () => {
    const { points } = await jsonOf(`sweep --rps 7 --point 1769,x86_64,from=${run}`);

    expect(points).toMatchObject([{ meanMilliseconds: 160, origin: run }]);
  });

  refuses([
    ['sweep --rps 7', '--point is missing'],
    [`sweep --rps 7 ${MIDDLE} ${MIDDLE}`, '1769 MB on x86_64 is given twice'],
    [`sweep ${MIDDLE}`, '--rps is missing'],
    [`sweep --rps 7 --memory 1024 ${MIDDLE}`, 'there is no option --memory; npm run cost -- sweep --help'],
    ['sweep --rps 7 --point 1769,x86_64,31000', 'an HTTP API waits for at most 30,000 ms'],
  ]);
});
