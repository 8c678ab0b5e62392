import { join } from 'node:path';
import type { LoadReport, Probe } from '../report/report.ts';
import type { Evidence } from '../verdict/evidence.ts';
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

/** Searches for the highest Poisson rate that keeps the promise; the report is the confirming run's. */
export async function runPeak(run: ScenarioRun): Promise<{ report: LoadReport; evidence: Evidence }> {
  const probes: Probe[] = [];
  let latest: { report: LoadReport; evidence: Evidence } | undefined;
  const probe = async (rate: number, factor = 1): Promise<boolean> => {
    if (run.signal.aborted) return false;
    const directory = join(run.directory, `probe-${probes.length + 1}-at-${rate}`);
    latest = await runScenario({ ...run, directory, amount: { rate, duration: seconds(run, rate, factor) } });
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
  if (latest === undefined) throw new Error('stopped before the first probe');
  return { ...latest, report: { ...latest.report, peak: { rate, rule: RULE, probes } } };
}

function seconds({ amount }: ScenarioRun, rate: number, factor: number): number {
  const usual = Math.max(PROBE_SECONDS, PROBE_SAMPLES / rate) * (amount.scale ?? 1);
  return Math.ceil((amount.duration ?? usual) * factor);
}
