/** One row of the history: what was sent, the response, its latency, and whether it is right. */
import type { PageModel } from '../../../inference/information/page.ts';
import type { Entry } from '../request/entry.ts';
import type { Explanation } from '../request/request.ts';
import { surenessOf } from '../result/certainty.ts';
import { inLanguage, make, pressable } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { thumbnailOf } from '../result/thumbnail.ts';
import { duration } from '../result/words.ts';

/** Fields that only some pipelines add to an explanation. */
interface Told extends Explanation {
  readonly confidence?: number;
  readonly rejected?: boolean;
}

/** Actions of the user on an entry. */
export interface RowActions {
  select(entry: Entry): void;
  retry(entries: readonly Entry[]): void;
}

/** Whether predictions can be right or wrong. Tensors and embeddings are neither. */
export function isJudged({ pipeline }: PageModel): boolean {
  return pipeline !== 'tensor' && !pipeline.endsWith('feature-extraction');
}

/** A row that keeps its buttons while its texts change, so that no button loses the focus. */
export class Row {
  readonly element: HTMLTableRowElement;
  readonly #entry: Entry;
  readonly #model: PageModel;
  readonly #view: PipelineView;
  readonly #sent = make('td', 'sent');
  readonly #select: HTMLButtonElement;
  readonly #certainty = make('td', 'wide certainty');
  readonly #latency = make('td', '');
  readonly #members = make('td', 'wide ran');
  readonly #marks: readonly [HTMLButtonElement, HTMLButtonElement];
  readonly #retry: HTMLButtonElement;

  constructor(entry: Entry, model: PageModel, view: PipelineView, actions: RowActions) {
    const { name } = entry;
    this.#entry = entry;
    this.#sent.title = name;
    this.#model = model;
    this.#view = view;
    this.#select = pressable(() => actions.select(entry));
    this.#select.className = 'link';
    this.#marks = [this.#mark(true), this.#mark(false)];
    this.#retry = pressable(() => actions.retry([entry]), 'Retry');
    this.#retry.ariaLabel = `Retry ${name}`;
    const last = make('td', 'marks', ...this.#marks, this.#retry);
    this.element = make(
      'tr',
      '',
      this.#sent,
      make('td', 'said', this.#select),
      this.#certainty,
      this.#latency,
      this.#members,
      last,
    );
    this.update();
  }

  /** Marks the row whose response the result view shows. */
  select(isSelected: boolean): void {
    this.element.ariaCurrent = isSelected ? 'true' : null;
  }

  update(): void {
    const { response, request, trouble, doing, right, name } = this.#entry;
    const { page, certainty, members } = this.#model;
    const told = response?.explanation as Told | undefined;
    const hasResponse = told !== undefined && !trouble;
    const brief = response && request && this.#view.brief?.(response, request.sample);
    const said = trouble?.title ?? doing ?? (told?.rejected ? '?' : (brief ?? told?.prediction)) ?? '';
    this.element.ariaBusy = String(doing !== undefined);
    this.#select.replaceChildren(
      hasResponse && !doing ? inLanguage(make('span', '', said), page.language) : said,
    );
    this.#select.title = trouble?.message ?? `Show the response to ${name}`;
    const isSure = hasResponse && told.confidence !== undefined && !told.rejected;
    this.#certainty.textContent = isSure ? surenessOf(told.confidence!, certainty).words : '';
    const cached = told?.cache === 'hit' ? ', cached' : '';
    this.#latency.textContent = hasResponse ? `${duration(response!.milliseconds)}${cached}` : '';
    this.#members.textContent = hasResponse && members > 1 ? response!.members : '';
    for (const [place, button] of this.#marks.entries()) {
      button.hidden = !hasResponse || !isJudged(this.#model);
      button.ariaPressed = String(right === (place === 0));
      button.ariaLabel = `${button.title}: ${said}, ${name}`;
    }
    this.#retry.hidden = !trouble?.worthRepeating;
    this.#showSent();
  }

  #mark(right: boolean): HTMLButtonElement {
    const button = pressable(() => this.#entry.mark(right), right ? '✓' : '✗');
    button.title = right ? 'Right' : 'Wrong';
    return button;
  }

  /** Shows the input when it is prepared: a picture as a thumbnail, anything else by name. */
  #showSent(): void {
    const { request, name } = this.#entry;
    if (this.#sent.childElementCount > 0) return;
    if (!request) {
      this.#sent.textContent = name;
      return;
    }
    const { sample } = request;
    const caption = make('span', '', name);
    if (sample.mediaType.startsWith('image/')) {
      const place = make('i', '');
      // The service may decode a picture that the browser cannot show.
      thumbnailOf(sample).then(
        (canvas) => place.append(canvas),
        () => {},
      );
      this.#sent.replaceChildren(place, caption);
      return;
    }
    this.#sent.replaceChildren(inLanguage(caption, this.#model.page.language));
  }
}
