import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryDirectory } from './run.ts';

const directory = temporaryDirectory();
const QUICK = '--questions 20000 --from-rate 5 --to-rate 8';

describe('npm run cost -- compare', () => {
  it('prints factors to the cheapest, what is left out and why, and writes the chart', async () => {
    const file = join(directory, 'cost.html');

    const { exitCode, printed } = await run(`compare --rps 7 --fresh 150 ${QUICK} --chart ${file}`);

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/DigitalOcean s-1vcpu-1gb +\$[\d.]+ +× 1\.00 .* yes/);
    expect(printed).toMatch(/AWS t4g.micro +left out .*not measured on arm64 \(--arm64-factor\)/);
    expect(printed).toContain('result cache, logs, metrics, alarms and egress are in all of them');
    expect(printed).toContain(`Wrote ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('<svg');
  });

  it('gives programs the same in JSON and CSV, and writes the chart beside them', async () => {
    const file = join(directory, 'beside.svg');
    const line = `compare --rps 7 --fresh 150 ${QUICK} --arm64-factor 1.1 --chart ${file}`;

    const [json, csv] = [await run(`${line} --json`), await run(`${line} --csv`)];

    const { alternatives, cheapestByRate } = JSON.parse(json.printed);
    const rows = csv.printed.split('\r\n').filter((row) => row.startsWith('alternatives,'));
    expect(rows).toHaveLength(alternatives.length);
    expect(
      alternatives.every(({ lateShareHigh }: { lateShareHigh?: number }) => lateShareHigh !== undefined),
    ).toBe(true);
    expect(cheapestByRate).not.toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain('<svg');
  });

  it('fails when nothing keeps the promise, and draws nothing', async () => {
    const file = join(directory, 'nothing.svg');

    const { exitCode, printed } = await run(`compare --rps 1 --fresh 1200 ${QUICK} --chart ${file}`);

    expect(exitCode).toBe(1);
    expect(printed).toMatch(/Lambda, on demand +\$.* no /);
    expect(printed).toContain('No alternative keeps the promise at this rate');
    expect(existsSync(file)).toBe(false);
  });

  it('still compares what can be priced in a region with gaps', async () => {
    const { exitCode, printed } = await run(`compare --rps 7 --fresh 150 ${QUICK} --region ap-northeast-1`);

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/Fargate.*left out.*no cited price "fargate\.vcpu\.x86_64"/);
  });

  it('refuses a chart that is no picture', async () => {
    const { exitCode, reported } = await run('compare --rps 7 --fresh 100 --chart cost.png');

    expect([exitCode, reported]).toEqual([
      2,
      expect.stringContaining('--chart must name a .svg or .html file'),
    ]);
  });
});
