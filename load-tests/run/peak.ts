import { join } from 'node:path';
import type { Probe } from '../report/report.ts';
import { searchPeak } from './peak-search.ts';
import { runScenario, type ScenarioRun } from './run-scenario.ts';

const START = 25;
const MOST = 5000;
const PRECISION = 0.05;
/** Enough for p99 at 99 % confidence with one late answer; shorter probes are mostly noise. */
const PROBE_SAMPLES = 700;
const PROBE_SECONDS = 8;
const CONFIRMATION = 2;

/** The stopping rule, for the report. */
export const RULE =
  `Rates are doubled from the start until the promise breaks, then the interval is halved until it is at most ` +
  `${100 * PRECISION} % (or 1 request/s) wide. Each probe has at least ${PROBE_SAMPLES} Poisson arrivals and ` +
  `${PROBE_SECONDS} s. The rate found must keep the promise once more with ${CONFIRMATION} times as many, else ` +
  `it is lowered by ${100 * PRECISION} % until it does.`;

type Judged = Awaited<ReturnType<typeof runScenario>>;

/**
 * Searches for the highest Poisson rate that keeps the promise; the report is the confirming run's. Stopped
 * before that, the search has found no rate: the report is the last run's and fails.
 * @throws the signal's reason when it was raised before the first probe
 */
export async function runPeak(run: ScenarioRun): Promise<Judged> {
  const probes: Probe[] = [];
  let latest: Judged | undefined;
  const probe = async (rate: number, factor = 1): Promise<boolean> => {
    if (run.signal.aborted) return false;
    const directory = join(run.directory, `probe-${probes.length + 1}-at-${rate}`);
    latest = await runScenario({ ...run, directory, amount: { rate, duration: seconds(run, rate, factor) } });
    if (run.signal.aborted) return false;
    const kept = latest.report.verdict.outcome === 'PASS';
    const { requests, fresh } = latest.report;
    probes.push({ rate, kept, requests, percentileMilliseconds: fresh.percentileMilliseconds });
    const percentile = fresh.percentileMilliseconds?.toFixed(0) ?? '–';
    process.stderr.write(`peak: ${rate}/s ${kept ? 'kept' : 'broken'} (${percentile} ms)\n`);
    return kept;
  };

  const start = run.amount.rate ?? START;
  let rate = await searchPeak((candidate) => probe(candidate), { start, most: MOST, precision: PRECISION });
  while (rate >= 1 && !run.signal.aborted && !(await probe(rate, CONFIRMATION))) {
    rate = Math.floor(rate * (1 - PRECISION));
  }
  if (latest === undefined) throw run.signal.reason;
  if (run.signal.aborted) return withoutPeak(latest, probes.length);
  return { ...latest, report: { ...latest.report, peak: { rate, rule: RULE, probes } } };
}

function withoutPeak({ report, evidence }: Judged, probes: number): Judged {
  const check = { name: 'peak found', passed: false, detail: `stopped after ${probes} whole probes` };
  const checks = [...report.verdict.checks, check];
  const verdict = { ...report.verdict, checks, outcome: 'FAIL' as const };
  return { report: { ...report, interrupted: true, verdict }, evidence };
}

function seconds({ amount }: ScenarioRun, rate: number, factor: number): number {
  const usual = Math.max(PROBE_SECONDS, PROBE_SAMPLES / rate) * (amount.scale ?? 1);
  return Math.ceil((amount.duration ?? usual) * factor);
}
