import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SweepMeasurements } from '../../../load-tests/sweep/measurements.ts';
import { keyOf } from '../../../load-tests/sweep/setting.ts';
import { redModel } from '../../support/tiny-model.ts';
import { load } from '../fixtures/load-command.ts';

/** Two settings, with a limit that even a busy machine meets. */
const TWO = [
  ...['--minutes', '0.1', '--limit', '20000', '--clients', '1,4'],
  ...['--workers', '1', '--concurrency', '4', '--batch', '1,4'],
];

function readReport(reports: string): SweepMeasurements {
  const [own = ''] = readdirSync(reports);
  return JSON.parse(readFileSync(join(reports, own, 'report.json'), 'utf8'));
}

/** Services and load generators that a command has left running. @param pid process id of the command */
function leftBehind(pid: number | undefined, model: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'ppid=,pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.trim().startsWith(`${pid} `) || line.includes(model));
}

describe.concurrent('npm run load -- sweep', () => {
  it('measures a real service with each setting, in pairs, and names the best', async () => {
    const model = await redModel();
    const { child, reports, finished } = load('sweep', model, ...TWO);

    const [code, output, progress] = await finished;

    const { visits, limitMilliseconds } = readReport(reports);
    const points = visits.flatMap(({ points }) => points);
    expect([code, limitMilliseconds]).toEqual([0, 20_000]);
    expect(output).toMatch(/best:\s+`npm start -- \S+colours --workers 1/i);
    expect(output).toMatch(/\*\*(Batches (do not )?pay|Whether batches pay is open): /);
    expect(progress).toMatch(/colours: duel, round 3/);
    const measured = visits.map(({ phase, round, setting, points }) => [
      `${phase} ${round}: ${keyOf(setting)}`,
      points.length,
    ]);
    const duel = (round: number, ...settings: string[]) =>
      settings.map((key) => [`duel ${round}: ${key}`, 4]);
    expect(measured.slice(0, 2).map(([what]) => what)).toEqual(['curves 1: 1/4/1', 'curves 1: 1/4/4']);
    expect(measured.slice(2)).toEqual([
      ...duel(1, '1/4/1', '1/4/4'),
      ...duel(2, '1/4/4', '1/4/1'),
      ...duel(3, '1/4/1', '1/4/4'),
    ]);
    expect(points.every(({ requests, lost, late }) => requests > 0 && lost + late === 0)).toBe(true);
    expect(points.every(({ right, labelled }) => right === labelled && right > 0)).toBe(true);
    expect(leftBehind(child.pid, model)).toEqual([]);
  });

  it('writes what it has measured when it is stopped, and leaves nothing running', async () => {
    const model = await redModel();
    const { child, reports, finished } = load('sweep', model, ...TWO);
    let progress = '';
    child.stderr?.on('data', (text) => {
      progress += text;
      if (progress.includes('round 2')) child.kill('SIGINT');
    });

    const [code, output] = await finished;

    const { interrupted, visits } = readReport(reports);
    expect([code, interrupted]).toEqual([1, true]);
    expect(output).toContain('**Stopped early**');
    const measured = visits.map(({ phase, round }) => `${phase} ${round}`);
    expect(measured).toEqual(['curves 1', 'curves 1', 'duel 1', 'duel 1']);
    expect(leftBehind(child.pid, model)).toEqual([]);
  });

  it('refuses what cannot be swept, before anything is started', async () => {
    const [code, , complaint] = await load('sweep', 'no-such-model').finished;

    expect([code, complaint]).toEqual([2, expect.stringMatching(/^there is no model "no-such-model"/)]);
  });
});
