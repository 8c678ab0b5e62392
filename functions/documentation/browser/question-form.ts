/** Where a question is chosen or written, by the task's kind. */
import { EXAMPLE_PICTURE } from '../../inference/contracts/example-picture.ts';
import type { TriedTask } from '../../inference/documentation/places.ts';
import { elementOf } from '../../page/browser/result/element.ts';
import type { Source } from './source.ts';

/** Names that mean nothing to any shell, within double quotes. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._()-]*$/u;

/** What is asked about where no picture is chosen. */
export const WHITE: Source = {
  sample: bytesOf(
    'white.png',
    'image/png',
    Uint8Array.from(atob(EXAMPLE_PICTURE), (byte) => byte.charCodeAt(0)),
  ),
  kind: 'picture',
  file: 'white.png',
  text: '',
};

export class QuestionForm {
  readonly #kind: Source['kind'];
  readonly #file = elementOf('file', HTMLInputElement);
  readonly #text = elementOf('question', HTMLTextAreaElement);

  /** @param changed called whenever it is another question */
  constructor({ kind, question, sentences }: TriedTask, changed: () => void) {
    this.#kind = kind === 'image-labels' ? 'picture' : kind === 'text-correction' ? 'sentences' : 'tensors';
    const asks = this.#kind === 'picture' ? 'picture' : 'text';
    elementOf(asks, HTMLElement).hidden = false;
    const isText = this.#kind === 'sentences';
    elementOf('question-label', HTMLLabelElement).textContent = isText
      ? 'Recognised text: one hypothesis a line, the most probable first'
      : 'Tensors in the JSON of the Open Inference Protocol';
    this.#text.value = isText ? (sentences ?? []).join('\n') : JSON.stringify(question ?? { inputs: [] });
    this.#file.addEventListener('change', changed);
    this.#text.addEventListener('input', changed);
  }

  async read(): Promise<Source> {
    if (this.#kind !== 'picture') return this.#readText();
    const [file] = this.#file.files ?? [];
    if (!file) return WHITE;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = PLAIN_NAME.test(file.name) ? file.name : 'picture.jpg';
    return { sample: bytesOf(name, file.type || 'image/jpeg', bytes), kind: 'picture', file: name, text: '' };
  }

  #readText(): Source {
    const text = this.#text.value;
    const mediaType = this.#kind === 'sentences' ? 'text/plain' : 'application/json';
    const sample = bytesOf('question', mediaType, new TextEncoder().encode(text));
    return { sample, kind: this.#kind, file: '', text };
  }
}

function bytesOf(name: string, mediaType: string, bytes: Uint8Array): Source['sample'] {
  return { name, label: undefined, mediaType, bytes };
}
