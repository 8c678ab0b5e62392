/** A small load test: a hundred requests as fast as the browser sends them, with what became of each. */
import type { Sample } from '../../../inference/contracts/client.ts';
import { requestFor } from '../request/request.ts';
import type { Service } from '../request/service.ts';
import { timeoutFor } from '../request/trouble.ts';
import { takeTurns } from '../request/turns.ts';
import { elementOf } from '../result/element.ts';
import { LoadView } from './load-view.ts';
import { type Outcome, Tally } from './tally.ts';

const REQUESTS = 100;

/** Connections that Chrome, Firefox and Safari open to one host under HTTP/1.1; later ones share one. */
const CONNECTIONS = 6;

/** By these statuses, a service or the gateway before it sheds load: RFC 6585, RFC 9110. */
const NO_ROOM = [429, 503];

export class LoadTest {
  readonly #service: Service;
  readonly #view: LoadView;
  #sample: Sample | undefined;
  #state: 'idle' | 'running' | 'stopping' = 'idle';

  constructor(service: Service) {
    this.#service = service;
    this.#view = new LoadView(REQUESTS, service.task.budgetMilliseconds, () => {
      if (this.#state === 'idle') void this.#run();
      else this.#state = 'stopping';
    });
  }

  /** From now on, it sends this. */
  use(sample: Sample): void {
    this.#sample = sample;
    elementOf('load', HTMLElement).hidden = false;
  }

  /** Sends all of them; what is under way when it is stopped is waited for. */
  async #run(): Promise<void> {
    const sample = this.#sample;
    if (!sample) return;
    const tally = new Tally();
    this.#state = 'running';
    this.#view.begin();
    const started = performance.now();
    const concurrency = isHttp1() ? CONNECTIONS : REQUESTS;
    const enqueue = takeTurns(concurrency);
    const ends = Array.from({ length: REQUESTS }, (_, place) => {
      return new Promise<void>((end) => enqueue(() => this.#sendOne(sample, place, tally).finally(end)));
    });
    await Promise.all(ends);
    this.#view.end(tally, concurrency, performance.now() - started);
    this.#state = 'idle';
  }

  async #sendOne(sample: Sample, place: number, tally: Tally): Promise<void> {
    if (this.#state === 'stopping') return;
    this.#view.mark(place, 'sent');
    const outcome = await this.#outcomeOf(sample);
    tally.add(outcome);
    this.#view.mark(place, outcome.state);
    this.#view.show(tally);
  }

  /** Sends one request by the contract, as programs do, and not by `explain`. Never fails. */
  async #outcomeOf(sample: Sample): Promise<Outcome> {
    const { client, addresses, task } = this.#service;
    const { id, attemptsLeft } = requestFor(sample);
    const { method, path, headers, body } = client.request(sample, id, attemptsLeft);
    const signal = AbortSignal.timeout(timeoutFor(task.budgetMilliseconds));
    const started = performance.now();
    const ended = (state: Outcome['state']) => ({ state, milliseconds: performance.now() - started });
    try {
      const response = await fetch(addresses.requestTo(path), {
        method,
        headers,
        body: body as BodyInit,
        signal,
      });
      const text = await response.text();
      if (NO_ROOM.includes(response.status)) return ended('refused');
      const named = Object.fromEntries(response.headers);
      const reply = client.read({ status: response.status, headers: named, body: text }, id);
      if ('error' in reply) return ended('failed');
      return ended(performance.now() - started <= task.budgetMilliseconds ? 'in-time' : 'late');
    } catch {
      return ended('failed');
    }
  }
}

/** Whether this page came by HTTP/1.1, as the browser names it (ALPN). */
function isHttp1(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  const { nextHopProtocol = '' } = (navigation ?? {}) as Partial<PerformanceResourceTiming>;
  return !/^h[23]/.test(nextHopProtocol);
}
