import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportFile, run, temporaryDirectory } from './run.ts';

const directory = temporaryDirectory();
const SMALL = '--point 1024,x86_64,260,p99=700';
const MIDDLE = '--point 1769,x86_64,150,p99=320';
const LARGE = '--point 3008,arm64,110,p99=240';

describe('npm run cost -- sweep', () => {
  it('names the cheapest point that meets the objective, with its environments and its p99', async () => {
    const { exitCode, printed } = await run(`sweep --rps 7 --p99 500 ${SMALL} ${MIDDLE} ${LARGE}`);

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/1024 MB +x86_64 +260 ms +700 ms +\d+ +\d+ ms +\$[\d.,]+ +no/);
    expect(printed).toMatch(/1769 MB +x86_64 +150 ms +320 ms +\d+ +\d+ ms +\$[\d.,]+ +yes/);
    expect(printed).toMatch(
      /The cheapest that meets 99 % within 500 ms: (1769 MB on x86_64|3008 MB on arm64)\./,
    );
  });

  it('does not take arm64 to be as fast: it says how slow it may be', async () => {
    const { printed } = await run(`sweep --rps 7 ${MIDDLE}`);

    expect(printed).toContain(
      'arm64 at 1769 MB is not measured. It is cheaper if it is at most 25 % slower (187 ms on average).',
    );
  });

  it('does not turn a mean into a p99', async () => {
    const { printed } = await run('sweep --rps 7 --point 1769,x86_64,150');

    expect(printed).toMatch(/1769 MB +x86_64 +150 ms +unknown/);
    expect(printed).toContain('assumed, because only the mean is given');
  });

  it('reads a point from a load run', async () => {
    const file = reportFile(directory);

    const { printed } = await run(`sweep --rps 7 --point 1769,x86_64,from=${file} --json`);

    expect(JSON.parse(printed).points[0]).toMatchObject({ meanMilliseconds: 160, origin: file });
  });

  it('reads the result of aws-lambda-power-tuning, beside a point of the other architecture', async () => {
    const file = join(directory, 'result.json');
    writeFileSync(file, JSON.stringify({ stats: [{ value: 1769, averageDuration: 150 }] }));

    const { printed } = await run(`sweep --rps 7 --tuning ${file} --point 1769,arm64,170`);

    expect(printed).toMatch(/1769 MB +x86_64 +150 ms +unknown/);
    expect(printed).toMatch(/1769 MB +arm64 +170 ms +unknown/);
    expect(printed).toContain(`${file}: the means of aws-lambda-power-tuning leave out`);
  });

  it('fails when no point meets the objective', async () => {
    const { exitCode, printed } = await run('sweep --rps 7 --p99 200 --point 1024,x86_64,260,p99=700');

    expect(exitCode).toBe(1);
    expect(printed).toContain('None meets 99 % within 200 ms');
  });

  it('says which price nobody cites, and goes on with the others', async () => {
    const { exitCode, printed } = await run(
      `sweep --rps 50 --p99 500 --region ap-northeast-1 ${MIDDLE} ${LARGE}`,
    );

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/3008 MB +arm64 .* refused +no +no cited price "lambda\.provisioned\.arm64"/);
  });

  it.each([
    ['sweep --rps 7', '--point is missing'],
    [`sweep --rps 7 ${MIDDLE} ${MIDDLE}`, '1769 MB on x86_64 is given twice'],
    [`sweep ${MIDDLE}`, '--rps is missing'],
    [
      `sweep --rps 7 --memory 1024 ${MIDDLE}`,
      'there is no option --memory; npm run cost -- sweep --help lists all',
    ],
    ['sweep --rps 7 --point 1769,x86_64,31000', 'an HTTP API waits for at most 30,000 ms'],
  ])('refuses "%s" with one line', async (line, message) => {
    const { exitCode, reported } = await run(line);

    expect(exitCode).toBe(2);
    expect(reported).toContain(message);
    expect(reported).not.toContain('\n');
  });
});
