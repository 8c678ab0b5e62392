import { join } from 'node:path';
import type { Generator } from '../verdict/generator.ts';
import { type Check, conclude } from '../verdict/outcome.ts';
import type { Peak, Probe, ProbeResult } from '../verdict/peak.ts';
import { minimumSamples } from '../verdict/statistics.ts';
import { describeProbe, type PeakFound, searchPeak } from './peak-search.ts';
import { type JudgedRun, runScenario, type ScenarioRun } from './run-scenario.ts';

const START = 25;
const MOST = 5000;
const PRECISION = 0.05;
/**
 * Without `--duration`, a probe has about this many requests or more, and takes at least this many seconds. 700 requests prove
 * p99 at 99 % confidence even with one late response. Shorter probes are mostly noise.
 */
const PROBE_SAMPLES = 700;
const PROBE_SECONDS = 8;
/** If the load generator spoils this many attempts at a probe, the rate of the probe counts as too high for the generator. */
const TRIES = 3;
/** Shortest confirmation, because slowly growing queues need time to show. */
const CONFIRMATION_SECONDS = 60;
/** A confirmation has this many times the fewest samples that prove the objective, because some responses may be late. */
const CONFIRMATION_SAMPLES = 1.5;

/**
 * Searches for the highest Poisson rate that meets the objective.
 * @returns the report of the last run, which confirms the rate if one was found; a stopped search has found no rate
 * @throws the signal's reason when the signal was raised before the first probe
 */
export async function runPeak(run: ScenarioRun): Promise<JudgedRun> {
  const search = new Search(run);
  const limits = { start: run.amount.rate ?? START, most: MOST, precision: PRECISION };
  const found = await searchPeak((rate) => search.probe(rate), limits);
  const confirmed = search.isOver ? found : await search.confirm(found);
  return search.report(confirmed);
}

class Search {
  readonly #run: ScenarioRun;
  readonly #probes: Probe[] = [];
  #latest: JudgedRun | undefined;

  constructor(run: ScenarioRun) {
    this.#run = run;
  }

  /** Whether the search was stopped, or the latest run ended early because no request got a good response. */
  get isOver(): boolean {
    return this.#run.signal.aborted || this.#latest?.abandoned === true;
  }

  /** Tries a rate, and repeats the run if the load generator spoiled it. @returns undefined when the search is over */
  async probe(rate: number): Promise<ProbeResult | undefined> {
    const { amount } = this.#run;
    const usual = Math.max(PROBE_SECONDS, PROBE_SAMPLES / rate);
    return this.#untilJudged(() => this.#try(rate, 'search', amount.duration ?? usual));
  }

  /** Confirms the found rate. If this rate misses the objective, tries lower rates, down to 1/s, until one meets it. */
  async confirm({ highest, above }: PeakFound): Promise<PeakFound> {
    const { amount, rules } = this.#run;
    let rate = highest;
    let tooMuch = above;
    for (let attempt = 1; rate >= 1; attempt++) {
      const confidence = 1 - (1 - rules.confidence) / 2 ** attempt;
      const samples = CONFIRMATION_SAMPLES * minimumSamples(rules.quantile, confidence);
      const seconds = Math.max(CONFIRMATION_SECONDS, amount.duration ?? 0, samples / rate);
      const result = await this.#untilJudged(() => this.#try(rate, 'confirmation', seconds, confidence));
      if (result === undefined) return { highest: 0, above: tooMuch };
      if (result === 'met') return { highest: rate, above: tooMuch };
      tooMuch = result;
      rate = Math.floor(rate * (1 - PRECISION * 2 ** (attempt - 1)));
    }
    return { highest: 0, above: tooMuch };
  }

  /** The report of the last run, with the result of the search. */
  report(found: PeakFound): JudgedRun {
    if (this.#latest === undefined) throw this.#run.signal.reason;
    const { report } = this.#latest;
    const limitedBy =
      found.above === undefined ? 'search' : found.above === 'missed' ? 'service' : 'generator';
    const peak: Peak = { rate: found.highest, limitedBy, probes: this.#probes };
    const checks = [...report.verdict.checks, this.#judge(peak, report.verdict.generator)];
    const verdict = { ...report.verdict, checks, outcome: conclude(checks) };
    const isStopped = this.#run.signal.aborted;
    return {
      ...this.#latest,
      report: { ...report, interrupted: isStopped, verdict, ...(isStopped ? {} : { peak }) },
    };
  }

  #judge({ rate, limitedBy }: Peak, { ceilingPerSecond }: Generator): Check {
    const name = 'peak found';
    if (this.#run.signal.aborted) {
      return { name, finding: 'unproven', detail: `stopped after ${this.#probes.length} whole probes` };
    }
    if (limitedBy === 'generator') {
      const ceiling = ceilingPerSecond === null ? '' : ` (about ${ceilingPerSecond.toFixed(0)}/s)`;
      const judged = rate === 0 ? 'no rate was judged: all' : `${rate}/s met the objective; higher rates`;
      const detail = `${judged} are beyond the load generator's limit${ceiling}`;
      return { name, finding: 'invalid', detail };
    }
    const missed = this.#probes.filter((probe) => probe.result === 'missed' && probe.rate > rate);
    // If several runs tried the lowest rate, the last one is the longest and the most reliable.
    const [lowest] = missed.toReversed().sort((one, other) => one.rate - other.rate);
    const why = lowest ? `${lowest.rate}/s: ${lowest.reason}` : 'the search goes no higher';
    if (rate === 0) return { name, finding: 'failed', detail: `no rate passed every check; ${why}` };
    return { name, finding: 'passed', detail: `${rate}/s, confirmed; ${why}` };
  }

  async #untilJudged(attempt: () => Promise<ProbeResult | undefined>): Promise<ProbeResult | undefined> {
    let result = await attempt();
    for (let tries = 1; result === 'spoiled' && tries < TRIES; tries++) result = await attempt();
    return result;
  }

  async #try(
    rate: number,
    purpose: Probe['purpose'],
    duration: number,
    confidence = this.#run.rules.confidence,
  ): Promise<ProbeResult | undefined> {
    const { rules, amount, signal } = this.#run;
    if (signal.aborted) return undefined;
    const serial = this.#probes.length + 1;
    const directory = join(this.#run.directory, `probe-${serial}-at-${rate}`);
    const probed: ScenarioRun = {
      ...this.#run,
      directory,
      rules: { ...rules, confidence },
      amount: { rate, duration: Math.ceil(duration), ...(amount.warmUp && { warmUp: amount.warmUp }) },
    };
    this.#latest = await runScenario(probed);
    if (signal.aborted) return undefined;
    const probe = describeProbe(this.#latest, rate, purpose);
    this.#probes.push(probe);
    const { result, reason } = probe;
    process.stderr.write(`peak: ${rate}/s ${result} (${purpose})${reason === '' ? '' : `: ${reason}`}\n`);
    return this.#latest.abandoned ? undefined : result;
  }
}
