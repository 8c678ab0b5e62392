/** One row of the history: what was sent, the response, and its latency. */
import type { PageModel } from '../../../inference/information/page.ts';
import type { Entry } from '../request/entry.ts';
import type { Explanation } from '../request/request.ts';
import { inLanguage, make, pressable } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { thumbnailOf } from '../result/thumbnail.ts';
import { duration, sureness } from '../result/words.ts';

/** Fields that only some pipelines add to an explanation. */
interface ShownExplanation extends Explanation {
  readonly confidence?: number;
  readonly rejected?: boolean;
}

export interface RowActions {
  select(entry: Entry): void;
  retry(entries: readonly Entry[]): void;
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
  readonly #retry: HTMLButtonElement;

  constructor(entry: Entry, model: PageModel, view: PipelineView, actions: RowActions) {
    const { name } = entry;
    this.#entry = entry;
    this.#sent.title = name;
    this.#model = model;
    this.#view = view;
    this.#select = pressable(() => actions.select(entry));
    this.#select.className = 'link';
    this.#retry = pressable(() => actions.retry([entry]), 'Retry');
    this.#retry.ariaLabel = `Retry ${name}`;
    this.element = make(
      'tr',
      '',
      this.#sent,
      make('td', 'outcome', this.#select),
      this.#certainty,
      this.#latency,
      this.#members,
      make('td', 'last', this.#retry),
    );
    this.update();
  }

  /** Marks this row, or removes its mark: only the row whose response the result view shows is marked. */
  select(isSelected: boolean): void {
    this.element.ariaCurrent = isSelected ? 'true' : null;
  }

  update(): void {
    const { response, request, trouble, doing, name } = this.#entry;
    const { page, members } = this.#model;
    const explanation = response?.explanation as ShownExplanation | undefined;
    const hasResponse = explanation !== undefined && !trouble;
    const brief = response && request && this.#view.brief?.(response, request.sample);
    const text =
      trouble?.title ?? doing ?? (explanation?.rejected ? '?' : (brief ?? explanation?.prediction)) ?? '';
    this.element.ariaBusy = String(doing !== undefined);
    this.#select.replaceChildren(
      hasResponse && !doing ? inLanguage(make('span', '', text), page.language) : text,
    );
    this.#select.title = trouble?.message ?? `Show the response to ${name}`;
    const isSure = hasResponse && explanation.confidence !== undefined && !explanation.rejected;
    this.#certainty.textContent = isSure ? sureness(explanation.confidence!) : '';
    const cached = explanation?.cache === 'hit' ? ', cached' : '';
    this.#latency.textContent = hasResponse ? `${duration(response!.milliseconds)}${cached}` : '';
    this.#members.textContent = hasResponse && members > 1 ? response!.members : '';
    this.#retry.hidden = !trouble?.worthRepeating;
    this.#showSent();
  }

  /** Shows the input's name and, once a picture is prepared, its thumbnail. */
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
      const frame = make('i', '');
      // The service may decode a picture that the browser cannot show. Then there is no thumbnail.
      thumbnailOf(sample).then(
        (canvas) => frame.append(canvas),
        () => {},
      );
      this.#sent.replaceChildren(frame, caption);
      return;
    }
    this.#sent.replaceChildren(inLanguage(caption, this.#model.page.language));
  }
}
