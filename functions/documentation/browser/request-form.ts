/** Where a request is chosen or written, by the model's pipeline. */
import { EXAMPLE_PICTURE } from '../../inference/contracts/examples.ts';
import type { TriedModel } from '../../inference/documentation/paths.ts';
import { elementOf } from '../../page/browser/result/element.ts';
import type { Source } from './source.ts';

/** Names that mean nothing to any shell, within double quotes. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._()-]*$/u;

/** What is sent where no picture is chosen. */
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

export class RequestForm {
  readonly #kind: Source['kind'];
  readonly #file = elementOf('file', HTMLInputElement);
  readonly #text = elementOf('request', HTMLTextAreaElement);

  /** @param changed called whenever it is another request */
  constructor({ pipeline, request, sentences }: TriedModel, changed: () => void) {
    this.#kind =
      pipeline === 'image-classification'
        ? 'picture'
        : pipeline === 'text-correction'
          ? 'sentences'
          : 'tensors';
    const field = this.#kind === 'picture' ? 'picture' : 'text';
    elementOf(field, HTMLElement).hidden = false;
    const isText = this.#kind === 'sentences';
    elementOf('request-label', HTMLLabelElement).textContent = isText
      ? 'Recognised text: one hypothesis a line, the most probable first'
      : 'Tensors in the JSON of the Open Inference Protocol';
    this.#text.value = isText ? (sentences ?? []).join('\n') : JSON.stringify(request ?? { inputs: [] });
    this.#file.addEventListener('change', changed);
    this.#text.addEventListener('input', changed);
  }

  async read(): Promise<Source> {
    if (this.#kind !== 'picture') return this.#readText();
    const [file] = this.#file.files ?? [];
    if (!file) return WHITE;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = PLAIN_NAME.test(file.name) ? file.name : 'picture.jpg';
    return {
      sample: bytesOf(name, file.type || 'image/jpeg', bytes),
      kind: 'picture',
      file: name,
      text: '',
    };
  }

  #readText(): Source {
    const text = this.#text.value;
    const mediaType = this.#kind === 'sentences' ? 'text/plain' : 'application/json';
    const sample = bytesOf('request', mediaType, new TextEncoder().encode(text));
    return { sample, kind: this.#kind, file: '', text };
  }
}

function bytesOf(name: string, mediaType: string, bytes: Uint8Array): Source['sample'] {
  return { name, label: undefined, mediaType, bytes };
}
