/** Clients that send requests as callers do, repeat them until they have a response, and judge every one. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ContractRequest, Sample } from '../../functions/inference/contracts/client.ts';
import { type Exchange, exchange } from '../../load-tests/client/exchange.ts';
import { withOtherBytes } from '../../load-tests/client/new-request.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';
import { together } from '../support/together.ts';
import type { Given, Ledger } from './ledger.ts';
import type { Random } from './random.ts';

const SHARE_OF_REPEATS = 0.25;
const SHARE_OF_CONFLICTS = 0.12;
const LONGEST_PAUSE_MILLISECONDS = 100;
const UNREACHABLE_PAUSE_MILLISECONDS = 200;
const ATTEMPTS_BEFORE_PAUSES = 3;
/** A request that has no response by then is lost. */
const LOST_MILLISECONDS = 60_000;
/** So many that have waited that long in vain, and nothing more is learnt from waiting. */
const MOST_IN_VAIN = 20;
/** How much longer than the deadline a client waits where punctuality is judged, as a multiple of it. */
const PATIENCE = 2;

/** What must not happen. */
const WRONGS = {
  lost: 0,
  changed: 0,
  'unlike in calm': 0,
  hung: 0,
  'wrong status': 0,
  'broken connection': 0,
};
type Wrong = keyof typeof WRONGS;

/** What clients must bear meanwhile. @default nothing */
export interface Circumstances {
  /** `refused`: nobody listens. `cut`: connections may break off as well. */
  readonly unreachable?: 'refused' | 'cut';
  /** Whether responses may be late. */
  readonly slow?: boolean;
  /** `unreachable`: repeats may go past the store. `emptied`: they may miss in it. */
  readonly store?: 'unreachable' | 'emptied';
}

/** One input of one model. */
export interface Input {
  /** Unique among all models. */
  readonly name: string;
  readonly source: RequestSource;
  readonly sample: Sample;
}

/** How a request ended; undefined: lost. */
type Settled = Given['firmness'] | 'conflict' | undefined;

export class Clients {
  readonly counts = {
    requests: 0,
    responses: 0,
    hits: 0,
    owed: 0,
    provisional: 0,
    conflicts: 0,
    refused: 0,
    /** Responses after the deadline, or none by then. */
    late: 0,
    /** Attempts whose punctuality is judged, and those of them that were late. */
    judged: 0,
    'judged late': 0,
    unreachable: 0,
    /** Connections cut although the service was only being stopped. */
    cut: 0,
  };
  readonly wrongs = { ...WRONGS };
  readonly inputs: readonly Input[];
  /** What inputs get in calm, by their names. */
  readonly expected = new Map<string, string>();
  circumstances: Circumstances = {};
  readonly takeDown: (what: string, details: object) => void;
  readonly #url: string;
  readonly #ledger: Ledger;
  readonly #random: Random;
  #stopped = false;
  #inVain = 0;
  #ended = false;
  #started: Promise<void> | undefined;

  /** @param sources models with an input each at least */
  constructor(
    sources: readonly RequestSource[],
    parts: { url: string; ledger: Ledger; random: Random; takeDown: Clients['takeDown'] },
  ) {
    this.inputs = sources.flatMap((source) =>
      source.samples.map((sample) => ({ name: `${source.manifest.model}/${sample.name}`, source, sample })),
    );
    ({ url: this.#url, ledger: this.#ledger, random: this.#random, takeDown: this.takeDown } = parts);
  }

  /** @param count clients that send one request after the other */
  start(count: number): void {
    const isOn = () => !this.#stopped;
    this.#started = together(count, isOn, async () => {
      await this.#sendSomething();
      await delay(this.#random.whole(0, LONGEST_PAUSE_MILLISECONDS));
    });
  }

  /** Lets those that were started finish what they have begun. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#started;
  }

  /** Nothing is sent or repeated any more. */
  end(): void {
    this.#stopped = true;
    this.#ended = true;
  }

  /** Whether the service responds so rarely that a soak would never end. */
  get haveGivenUp(): boolean {
    return this.#inVain >= MOST_IN_VAIN;
  }

  /** @param impatient repeats at once when it is refused, a few times, as in a storm */
  sendNew(impatient = false): Promise<Settled> {
    return this.send(randomUUID(), this.#random.pick(this.inputs), impatient);
  }

  /** A known id with its own input, or with another one of its model. */
  async sendAgain(id: string, withOwnInput: boolean): Promise<Settled> {
    const own = this.inputs.find(({ name }) => name === this.#ledger.entry(id)?.input);
    const others = this.inputs.filter((input) => input.source === own?.source && input !== own);
    if (withOwnInput ? !own : others.length === 0) return 'stored';
    return this.send(id, withOwnInput ? own! : this.#random.pick(others));
  }

  /** Ids whose responses are stored. */
  storedIds(most: number): string[] {
    const { ids } = this.#ledger;
    const drawn = Array.from({ length: Math.min(5 * most, ids.length) }, () => this.#random.pick(ids));
    return [...new Set(drawn)].filter((id) => this.#ledger.entry(id)?.firmness === 'stored').slice(0, most);
  }

  /** A good request. */
  request({ source, sample }: Input, id: string = randomUUID()): ContractRequest {
    return source.client.request(withOtherBytes(sample, id, source.manifest.pipeline), id, 0);
  }

  /** Repeats a request until it has a response: at once when time is over, after `Retry-After` when it is refused. */
  async send(id: string, input: Input, impatient = false): Promise<Settled> {
    this.counts.requests += 1;
    if (this.#ledger.entry(id)?.input !== input.name) this.#ledger.contest(id);
    const began = performance.now();
    const { deadlineMilliseconds } = input.source.manifest;
    for (let attempt = 1; ; attempt += 1) {
      const before = this.circumstances;
      const isJudged = before.slow !== true && !impatient;
      const timeoutMilliseconds = deadlineMilliseconds * (isJudged ? PATIENCE : 1);
      const request = { ...this.request(input, id), timeoutMilliseconds };
      const result = await exchange(new URL(`${this.#url}${request.path}`), request);
      const circumstances = [before, this.circumstances];
      this.#judgeTime(id, result, deadlineMilliseconds, isJudged && this.circumstances.slow !== true);
      const outcome = this.#judge(id, input, result, circumstances);
      if (typeof outcome !== 'number') return outcome;
      if (this.#ended) return undefined;
      if (performance.now() - began > LOST_MILLISECONDS) {
        this.#inVain += 1;
        const last = result.error ?? result.status;
        this.wrong('lost', id, `"${input.name}" after ${attempt} attempts: ${last}`);
        return undefined;
      }
      if (!impatient || attempt >= ATTEMPTS_BEFORE_PAUSES) await delay(outcome);
    }
  }

  wrong(wrong: Wrong, id: string, detail: string): void {
    this.wrongs[wrong] += 1;
    this.takeDown(wrong, { id, detail });
  }

  async #sendSomething(): Promise<void> {
    const lot = this.#random.next();
    const [id] = lot < SHARE_OF_CONFLICTS + SHARE_OF_REPEATS ? this.storedIds(1) : [];
    if (id === undefined) await this.sendNew();
    else await this.sendAgain(id, lot >= SHARE_OF_CONFLICTS);
  }

  #judgeTime(id: string, { outcome, milliseconds }: Exchange, deadline: number, isJudged: boolean): void {
    if (outcome === 'error') return;
    const isLate = outcome === 'timeout' || milliseconds > deadline;
    if (isLate) this.counts.late += 1;
    if (!isJudged) return;
    this.counts.judged += 1;
    if (isLate) this.counts['judged late'] += 1;
    if (outcome === 'timeout') this.wrong('hung', id, `no response within ${PATIENCE * deadline} ms`);
  }

  /** @returns how the request ended, or milliseconds after which it is repeated */
  #judge(
    id: string,
    input: Input,
    result: Exchange,
    circumstances: readonly Circumstances[],
  ): Settled | number {
    const { outcome, status = 0, headers, body, error = '' } = result;
    if (outcome === 'timeout') return 0;
    if (outcome === 'error') {
      const tolerated = circumstances.map(({ unreachable }) => unreachable);
      if (tolerated.every((one) => one === undefined)) this.wrong('broken connection', id, error);
      else this.counts.unreachable += 1;
      if (error !== 'ECONNREFUSED' && !tolerated.includes('cut')) this.counts.cut += 1;
      return UNREACHABLE_PAUSE_MILLISECONDS;
    }
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const text = body.toString();
    const reply = input.source.client.read({ status, headers: flat, body: text }, id);
    if ('prediction' in reply) {
      return this.#judgeResponse(id, input.name, reply.prediction, flat, circumstances);
    }
    if (status === 422) {
      const [wrong, detail = ''] = this.#ledger.conflict(id, input.name) ?? [];
      if (wrong) this.wrong(wrong, id, detail);
      else this.counts.conflicts += 1;
      return 'conflict';
    }
    const retryAfter = flat['retry-after'] ?? '';
    if ((status === 429 || status === 503) && /^\d{1,2}$/.test(retryAfter)) {
      this.counts.refused += 1;
      return 1000 * Number(retryAfter);
    }
    this.wrong('wrong status', id, `${status} for a good request: ${text.slice(0, 200)}`);
    return UNREACHABLE_PAUSE_MILLISECONDS;
  }

  #judgeResponse(
    id: string,
    input: string,
    output: string,
    headers: Record<string, string>,
    circumstances: readonly Circumstances[],
  ): Settled {
    const cache = headers['x-subsecond-cache'];
    const lacks = /; (?:shortened|fallback)$/.test(headers['x-subsecond-members'] ?? '');
    const firmness: Given['firmness'] = lacks ? 'provisional' : cache === 'degraded' ? 'owed' : 'stored';
    this.counts.responses += 1;
    if (cache === 'hit') this.counts.hits += 1;
    if (firmness !== 'stored') this.counts[firmness] += 1;
    const excuses = { emptied: ['miss', 'degraded'], unreachable: ['degraded'] };
    const excused = circumstances.flatMap(({ store }) => (store ? excuses[store] : []));
    const [wrong, detail = ''] = this.#ledger.given({ id, input, output, firmness, cache }, excused) ?? [];
    const expected = this.expected.get(input) ?? output;
    if (wrong) this.wrong(wrong, id, detail);
    else if (output !== expected && !lacks) {
      this.wrong('unlike in calm', id, `"${input}" got "${output}", in calm "${expected}"`);
    }
    return firmness;
  }
}
