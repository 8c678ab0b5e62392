import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Amount } from '../../../load-tests/options/options.ts';
import { planRun, type ScriptConfig } from '../../../load-tests/run/plan.ts';
import { judge } from '../../../load-tests/verdict/judge.ts';
import { binomialCdf } from '../../../load-tests/verdict/statistics.ts';
import { evidenceOf, manyExchanged, rules } from '../fixtures/exchanges.ts';

const folder = resolve(import.meta.dirname, '../../../load-tests/scenarios');

interface ScenarioFile {
  config: ScriptConfig;
  /** The first scenario sends the good requests. */
  scenarios: { weight?: number }[];
}

/** The approximate number of good requests, without repeats, in a run of a file. @param amount replaces the file's amount */
function requestsOf(file: string, amount: Amount = {}): number {
  const { config, scenarios } = parse(readFileSync(join(folder, file), 'utf8')) as ScenarioFile;
  const { count, schedule = [] } = planRun(config, amount, rules);
  const arrivals = schedule.reduce((sum, { seconds, perSecond }) => sum + seconds * perSecond, 0);
  const repeats = config.variables?.share ?? 0;
  const weights = scenarios.map(({ weight = 1 }) => weight).reduce((sum, weight) => sum + weight);
  const good = (scenarios[0]?.weight ?? 1) / weights;
  return Math.round(count ?? arrivals * (1 - repeats) * good);
}

const scenarios = readdirSync(folder).filter((file) => file !== 'peak.yml');

describe('the confidence of a verdict', () => {
  const ofMany = [0, 1, 2, 5, 10, 13, 14, 15, 16, 40].map((late): [number, number] => [late, 700]);
  const few = [458, 459].map((of): [number, number] => [0, of]);

  it.each([...few, ...ofMany])('is that of the exact binomial test: %i late of %i', (late, of) => {
    const exchanges = [...manyExchanged(of - late), ...manyExchanged(late, { milliseconds: 1000.5 })];

    const { outcome, fresh } = judge(evidenceOf({ exchanges }), rules);

    const exact = 1 - binomialCdf(late, of, 0.01);
    expect(fresh.confidence).toBeCloseTo(exact, 9);
    const surelyBroken = binomialCdf(late - 1, of, 0.01) >= 0.99;
    expect(outcome).toBe(exact >= 0.99 ? 'PASS' : surelyBroken ? 'FAIL' : 'NOT PROVEN');
  });

  it.each(scenarios)('is reached by default, at a rate of 1/s as well: %s', (file) => {
    expect(requestsOf(file)).toBeGreaterThanOrEqual(1.5 * 459);
    expect(requestsOf(file, { rate: 1 })).toBeGreaterThanOrEqual(1.5 * 459);
  });
});
