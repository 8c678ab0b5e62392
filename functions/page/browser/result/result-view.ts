/** The result view: one response with its latency, source and votes, or an error. */
import type { Entry } from '../request/entry.ts';
import type { ExplainedResponse, InferenceRequest } from '../request/request.ts';
import type { Service } from '../request/service.ts';
import { bringIntoView, elementOf, make, pressable } from './element.ts';
import type { PipelineView } from './pipeline.ts';
import { stageBar } from './stages.ts';
import { cacheOutcome, decided, duration, latency } from './words.ts';

export class ResultView {
  readonly #service: Service;
  readonly #pipeline: PipelineView;
  readonly #panel = elementOf('detail', HTMLElement);
  readonly #result = elementOf('result', HTMLElement);
  readonly #again = elementOf('again', HTMLButtonElement);
  readonly #trouble = elementOf('trouble', HTMLElement);
  readonly #doing = elementOf('doing', HTMLElement);
  readonly #empty = elementOf('empty', HTMLElement);
  #entry: Entry | undefined;
  #shown: ExplainedResponse | undefined;
  #hadTrouble = false;
  #retry: (entry: Entry) => void = () => {};

  constructor(service: Service, pipeline: PipelineView) {
    this.#service = service;
    this.#pipeline = pipeline;
    this.#again.addEventListener('click', () => {
      if (this.#again.ariaDisabled !== 'true' && this.#entry) this.#retry(this.#entry);
    });
  }

  onRetry(retry: (entry: Entry) => void): void {
    this.#retry = retry;
  }

  /** Shows the current state of an entry. The previous response stays, dimmed, until the entry has a response or has failed. */
  show(entry: Entry): void {
    const { request, response, trouble, doing } = entry;
    // A message about files that were left out stays until another entry is selected.
    if (entry !== this.#entry || this.#hadTrouble) this.#trouble.hidden = true;
    this.#entry = entry;
    this.#hadTrouble = trouble !== undefined;
    if (trouble) showTrouble(trouble, trouble.worthRepeating ? () => this.#retry(entry) : undefined);
    this.#wait(doing);
    if (trouble && !response) {
      this.#panel.hidden = true;
      this.#shown = undefined;
    }
    if (!request || !response || response === this.#shown) return;
    this.#shown = response;
    this.#result.replaceChildren(...this.#parts(request, response));
    this.#panel.hidden = false;
    this.#empty.hidden = true;
  }

  clear(): void {
    this.#entry = undefined;
    this.#shown = undefined;
    this.#wait(undefined);
    this.#trouble.hidden = true;
    this.#panel.hidden = true;
    this.#empty.hidden = false;
  }

  bringIntoView(): void {
    bringIntoView(this.#panel.hidden ? this.#trouble : this.#panel);
  }

  /** An entry's response in two sentences, for screen readers; empty if the entry has no response or has failed. */
  spoken({ response, trouble }: Entry): string {
    // An error is announced by its own alert.
    if (!response || trouble) return '';
    const { milliseconds } = response;
    return `${this.#pipeline.spoken(response)}, in ${duration(milliseconds)}. ${cacheOutcome(response)}.`;
  }

  #parts({ id, sample }: InferenceRequest, response: ExplainedResponse): HTMLElement[] {
    const { explanation, milliseconds } = response;
    const { deadlineMilliseconds } = this.#service.model;
    const facts = make(
      'div',
      'facts',
      ...this.#pipeline.facts(response, sample),
      ...[latency(milliseconds, deadlineMilliseconds), ...decided(response)].map((line) =>
        make('p', '', line),
      ),
      make('p', 'small', cacheOutcome(response)),
    );
    const verdict = make(
      'div',
      'verdict',
      ...(this.#pipeline.prediction?.(response) ?? []),
      facts,
      ...(this.#pipeline.sent?.(sample) ?? []),
    );
    return [
      make('div', 'card', verdict),
      ...this.#pipeline.details(response, sample),
      make('h2', '', 'Latency by stage'),
      ...stageBar(explanation.stages, milliseconds),
      make('p', 'small', `Request id ${id}, model version ${explanation.version}`),
    ];
  }

  /** @param doing the step in progress, in words; undefined if there is none */
  #wait(doing: string | undefined): void {
    const isWaiting = doing !== undefined;
    document.body.classList.toggle('waiting', isWaiting);
    this.#doing.hidden = !isWaiting;
    this.#doing.textContent = doing ?? '';
    // A disabled button would lose the focus.
    this.#again.ariaDisabled = String(isWaiting);
    this.#result.ariaBusy = String(isWaiting);
  }
}

/** Shows and announces an error. @param retry undefined if a retry cannot help */
export function showTrouble(
  { title, message }: { title: string; message: string },
  retry?: () => void,
): void {
  const element = elementOf('trouble', HTMLElement);
  element.replaceChildren(make('strong', '', title), make('p', '', message));
  if (retry) element.append(make('div', 'tools', pressable(retry, 'Try again')));
  element.hidden = false;
  bringIntoView(element);
}
