/** Clients that send requests, repeat each request until it has a response or is lost, and judge the responses. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ContractRequest, ContractResponse } from '../../functions/inference/contracts/client.ts';
import { type Exchange, exchange } from '../../load-tests/client/exchange.ts';
import { withOtherBytes } from '../../load-tests/client/new-request.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';
import type { Random } from '../support/random.ts';
import type { Circumstances, Entry, Firmness, Input, Ledger } from './ledger.ts';
import type { ServiceProcess } from './service.ts';

const SHARE_OF_REPEATS = 0.25;
const SHARE_OF_CONFLICTS = 0.12;
const LONGEST_PAUSE_MILLISECONDS = 100;
const UNREACHABLE_PAUSE_MILLISECONDS = 200;
const ATTEMPTS_BEFORE_PAUSES = 3;
/** A request that must still be repeated after this time is lost. */
const LOST_MILLISECONDS = 60_000;
/** The soak ends after this number of lost requests, because nothing more can be learnt by waiting. */
const MOST_IN_VAIN = 20;
/** Time-out of a request as a multiple of its deadline, while punctuality is judged. */
const PATIENCE = 2;

/** How a request ended; undefined if it was lost or the clients stopped. */
type Settled = Firmness | 'conflict' | undefined;

export class Clients {
  /** `cut`: connections that broke (not `ECONNREFUSED`) while no fault permitted this. `refused`: responses 429 and 503. */
  readonly counts = { requests: 0, responses: 0, hits: 0, owed: 0, conflicts: 0, refused: 0, cut: 0 };
  /** Number of attempts whose punctuality was judged, and number of late ones among these. */
  readonly punctuality = { judged: 0, late: 0 };
  readonly inputs: readonly Input[];
  /** If true, the clients send no more requests. */
  ended = false;
  readonly #service: ServiceProcess;
  readonly #ledger: Ledger;
  readonly #random: Random;
  #inVain = 0;

  /** @param sources models, each with at least one input */
  constructor(sources: readonly RequestSource[], service: ServiceProcess, ledger: Ledger, random: Random) {
    this.inputs = sources.flatMap((source) =>
      source.samples.map((sample) => ({ name: `${source.manifest.model}/${sample.name}`, source, sample })),
    );
    this.#service = service;
    this.#ledger = ledger;
    this.#random = random;
  }

  /** Sends a random request, and pauses. */
  async sendSomething(): Promise<void> {
    const lot = this.#random.next();
    const [known] = lot < SHARE_OF_CONFLICTS + SHARE_OF_REPEATS ? this.stored(1) : [];
    await (known ? this.sendAgain(known, lot >= SHARE_OF_CONFLICTS) : this.sendNew());
    await delay(this.#random.whole(0, LONGEST_PAUSE_MILLISECONDS));
  }

  /** @param impatient repeats a refused request up to twice without a pause, as in a storm */
  sendNew(impatient = false): Promise<Settled> {
    return this.send(randomUUID(), this.#random.pick(this.inputs), impatient);
  }

  /** Sends a known id again with its own input, or with a different input of the same model if there is one. */
  async sendAgain({ id, input }: Entry, withOwnInput = true): Promise<void> {
    const others = this.inputs.filter((other) => other.source === input.source && other !== input);
    if (withOwnInput) await this.send(id, input);
    else if (others.length > 0) await this.send(id, this.#random.pick(others));
  }

  /** Draws entries whose responses are stored. */
  stored(most: number): Entry[] {
    const { entries } = this.#ledger;
    const draws = Math.min(5 * most, entries.length);
    const drawn = new Set(Array.from({ length: draws }, () => this.#random.pick(entries)));
    return [...drawn].filter(({ firmness }) => firmness === 'stored').slice(0, most);
  }

  /** Sends a request once, without judging its result. */
  exchange(request: ContractRequest, timeoutMilliseconds: number): Promise<Exchange> {
    return exchange(new URL(this.#service.url + request.path), { ...request, timeoutMilliseconds });
  }

  /** Repeats a request until it has a response or is lost. `#judge` sets the pauses; `impatient` omits the first two. */
  async send(id: string, input: Input, impatient = false): Promise<Settled> {
    this.counts.requests += 1;
    const began = performance.now();
    const { client, manifest } = input.source;
    const deadline = manifest.deadlineMilliseconds;
    for (let attempt = 1; !this.ended; attempt += 1) {
      const before = this.#ledger.circumstances;
      const isJudged = before.slow !== true && !impatient;
      const request = client.request(withOtherBytes(input.sample, id, manifest.pipeline), id, 0);
      const result = await this.exchange(request, deadline * (isJudged ? PATIENCE : 1));
      if (isJudged && this.#ledger.circumstances.slow !== true) this.#judgeTime(id, result, deadline);
      const outcome = this.#judge(id, input, result, before);
      if (typeof outcome !== 'number') return outcome;
      if (performance.now() - began > LOST_MILLISECONDS) {
        const last = result.error ?? result.status;
        this.#ledger.found('lost', `${id}: "${input.name}" after ${attempt} attempts: ${last}`);
        this.#inVain += 1;
        this.ended ||= this.#inVain >= MOST_IN_VAIN;
        break;
      }
      if (!impatient || attempt >= ATTEMPTS_BEFORE_PAUSES) await delay(outcome);
    }
    return undefined;
  }

  #judgeTime(id: string, { outcome, status, milliseconds }: Exchange, deadline: number): void {
    if (outcome === 'error') return;
    this.punctuality.judged += 1;
    if (outcome === 'timeout' || status === 504 || milliseconds > deadline) this.punctuality.late += 1;
    if (outcome === 'timeout')
      this.#ledger.found('hung', `${id}: no response within ${PATIENCE * deadline} ms`);
  }

  /** @returns how the request ended, or the pause in milliseconds before it is repeated */
  #judge(id: string, input: Input, result: Exchange, before: Circumstances): Settled | number {
    const { outcome, status = 0, error = '' } = result;
    if (outcome === 'timeout') return 0;
    if (outcome === 'error') {
      const tolerated = [before, this.#ledger.circumstances].map(({ unreachable }) => unreachable);
      if (tolerated.every((one) => one === undefined))
        this.#ledger.found('broken connection', `${id}: ${error}`);
      if (error !== 'ECONNREFUSED' && !tolerated.includes('cut')) this.counts.cut += 1;
      return UNREACHABLE_PAUSE_MILLISECONDS;
    }
    const headers = result.headers as ContractResponse['headers'];
    const body = result.body.toString();
    const reply = input.source.client.read({ status, headers, body }, id);
    if ('prediction' in reply) {
      const { 'x-subsecond-cache': cache = '', 'x-subsecond-members': members = '' } = headers;
      const lacks = /; (?:shortened|fallback)$/.test(members);
      const firmness = lacks ? 'provisional' : cache === 'degraded' ? 'owed' : 'stored';
      this.counts.responses += 1;
      if (cache === 'hit') this.counts.hits += 1;
      if (firmness === 'owed') this.counts.owed += 1;
      this.#ledger.given({ id, input, output: reply.prediction, firmness }, cache, before);
      return firmness;
    }
    if (status === 422) {
      this.counts.conflicts += 1;
      this.#ledger.refused(id, input);
      return 'conflict';
    }
    if (status === 504) return 0;
    const retryAfter = headers['retry-after'] ?? '';
    if ((status === 429 || status === 503) && /^\d{1,2}$/.test(retryAfter)) {
      this.counts.refused += 1;
      return 1000 * Number(retryAfter);
    }
    this.#ledger.found('wrong status', `${id}: ${status} for a good request: ${body.slice(0, 200)}`);
    return UNREACHABLE_PAUSE_MILLISECONDS;
  }
}
