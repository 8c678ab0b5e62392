/** Clients that send requests as callers do, repeat them until they have a response, and judge every one. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ContractClient, Sample } from '../../functions/inference/contracts/client.ts';
import { type Exchange, exchange } from '../../load-tests/client/exchange.ts';
import { withOtherBytes } from '../../load-tests/client/other-bytes.ts';
import type { Given, Ledger } from './ledger.ts';
import type { Random } from './random.ts';

const SHARE_OF_REPEATS = 0.25;
const SHARE_OF_CONFLICTS = 0.12;
const LONGEST_PAUSE_MILLISECONDS = 100;
const UNREACHABLE_PAUSE_MILLISECONDS = 200;
const ATTEMPTS_BEFORE_PAUSES = 3;

/** What must not happen. */
export const WRONGS = ['lost', 'changed', 'unlike in calm', 'wrong status', 'broken connection'] as const;
export type Wrong = (typeof WRONGS)[number];

/** `refused`: nobody listens. `cut`: connections may break off as well. */
export type Unreachable = 'refused' | 'cut';

export interface ClientsPlan {
  readonly url: string;
  readonly client: ContractClient;
  readonly samples: readonly Sample[];
  readonly deadlineMilliseconds: number;
  /** A request that has no response by then is lost. @default a minute */
  readonly lostAfterMilliseconds?: number;
}

/** How a request ended; undefined: lost. */
type Settled = 'stored' | 'owed' | 'provisional' | 'conflict' | undefined;

export class Clients {
  readonly counts = {
    requests: 0,
    responses: 0,
    hits: 0,
    owed: 0,
    provisional: 0,
    conflicts: 0,
    refused: 0,
    late: 0,
    unreachable: 0,
    /** Connections cut although the service was only being stopped. */
    cut: 0,
  };
  readonly wrongs = Object.fromEntries(WRONGS.map((wrong) => [wrong, 0])) as Record<Wrong, number>;
  /** What samples get in calm, by their names. */
  readonly expected = new Map<string, string>();
  /** What connections may suffer because the service is down on purpose. */
  tolerated: Unreachable | undefined;
  readonly plan: ClientsPlan;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #takeDown: (what: string, details: object) => void;
  #stopped = false;
  #loops: Promise<void>[] = [];

  constructor(plan: ClientsPlan, ledger: Ledger, random: Random, takeDown: Clients['takeDown'] = () => {}) {
    this.plan = plan;
    this.#ledger = ledger;
    this.#random = random;
    this.#takeDown = takeDown;
  }

  get takeDown(): (what: string, details: object) => void {
    return this.#takeDown;
  }

  /** @param count clients that send one request after the other */
  start(count: number): void {
    const loop = async () => {
      while (!this.#stopped) {
        await this.#sendSomething();
        await delay(this.#random.whole(0, LONGEST_PAUSE_MILLISECONDS));
      }
    };
    this.#loops = Array.from({ length: count }, loop);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  /** @param impatient repeats at once when it is refused, a few times, as in a storm */
  sendNew(impatient = false): Promise<Settled> {
    return this.send(randomUUID(), this.#random.pick(this.plan.samples), impatient);
  }

  /** A known id with its own input, or with another one. */
  async sendAgain(id: string, withOwnInput: boolean): Promise<Settled> {
    const own = this.#ledger.entry(id)?.sample;
    const samples = this.plan.samples.filter(({ name }) => (name === own) === withOwnInput);
    return samples.length === 0 ? 'stored' : this.send(id, this.#random.pick(samples));
  }

  /** Ids whose responses are stored. */
  storedIds(most: number): string[] {
    const { ids } = this.#ledger;
    const drawn = Array.from({ length: Math.min(5 * most, ids.length) }, () => this.#random.pick(ids));
    return [...new Set(drawn)].filter((id) => this.#ledger.entry(id)?.firmness === 'stored').slice(0, most);
  }

  /** Repeats a request until it has a response: at once when time is over, after `Retry-After` when it is refused. */
  async send(id: string, sample: Sample, impatient = false): Promise<Settled> {
    this.counts.requests += 1;
    const known = this.#ledger.entry(id);
    if (known && known.sample !== sample.name) this.#ledger.contest(id);
    const began = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const toleratedBefore = this.tolerated;
      const request = this.plan.client.request(withOtherBytes(sample, id, 'text-correction'), id, 0);
      const timeoutMilliseconds = this.plan.deadlineMilliseconds;
      const url = new URL(`${this.plan.url}${request.path}`);
      const result = await exchange(url, { ...request, timeoutMilliseconds });
      const outcome = this.#judge(id, sample.name, result, [toleratedBefore, this.tolerated]);
      if (typeof outcome !== 'number') return outcome;
      if (performance.now() - began > (this.plan.lostAfterMilliseconds ?? 60_000)) {
        this.wrong(
          'lost',
          id,
          `"${sample.name}" after ${attempt} attempts: ${result.error ?? result.status}`,
        );
        return undefined;
      }
      if (!impatient || attempt >= ATTEMPTS_BEFORE_PAUSES) await delay(outcome);
    }
  }

  wrong(wrong: Wrong, id: string, detail: string): void {
    this.wrongs[wrong] += 1;
    this.#takeDown(wrong, { id, detail });
  }

  async #sendSomething(): Promise<void> {
    const lot = this.#random.next();
    const [id] = lot < SHARE_OF_CONFLICTS + SHARE_OF_REPEATS ? this.storedIds(1) : [];
    if (id === undefined) await this.sendNew();
    else await this.sendAgain(id, lot >= SHARE_OF_CONFLICTS);
  }

  /** @returns how the request ended, or milliseconds after which it is repeated */
  #judge(
    id: string,
    sample: string,
    { outcome, status = 0, headers, body, error = '' }: Exchange,
    tolerated: readonly (Unreachable | undefined)[],
  ): Settled | number {
    if (outcome === 'timeout') {
      this.counts.late += 1;
      return 0;
    }
    if (outcome === 'error') {
      if (tolerated.every((one) => one === undefined)) this.wrong('broken connection', id, error);
      else this.counts.unreachable += 1;
      if (error !== 'ECONNREFUSED' && !tolerated.includes('cut')) this.counts.cut += 1;
      return UNREACHABLE_PAUSE_MILLISECONDS;
    }
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const text = body.toString();
    const reply = this.plan.client.read({ status, headers: flat, body: text }, id);
    if ('answer' in reply) return this.#judgeResponse(id, sample, reply.answer, flat);
    if (status === 422) {
      const contradiction = this.#ledger.conflict(id, sample);
      if (contradiction === undefined) this.counts.conflicts += 1;
      else this.wrong('changed', id, contradiction);
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

  #judgeResponse(id: string, sample: string, output: string, headers: Record<string, string>): Settled {
    const cache = headers['x-subsecond-cache'];
    const lacks = /; (?:shortened|fallback)$/.test(headers['x-subsecond-members'] ?? '');
    const firmness: Given['firmness'] = lacks ? 'provisional' : cache === 'degraded' ? 'owed' : 'stored';
    this.counts.responses += 1;
    if (cache === 'hit') this.counts.hits += 1;
    if (firmness !== 'stored') this.counts[firmness] += 1;
    const contradiction = this.#ledger.given({ id, sample, output, firmness });
    const expected = this.expected.get(sample) ?? output;
    if (contradiction !== undefined) this.wrong('changed', id, contradiction);
    else if (output !== expected && !lacks) {
      this.wrong('unlike in calm', id, `"${sample}" got "${output}", in calm "${expected}"`);
    }
    return firmness;
  }
}
