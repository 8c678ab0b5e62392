/** The form for a request, which depends on the model's pipeline. */
import type { ContractClient, Sample } from '../../inference/contracts/client.ts';
import { EXAMPLE_PICTURE } from '../../inference/contracts/description/examples.ts';
import type { DocumentedModel } from '../../inference/documentation/page.ts';
import { closedShape } from '../../inference/model/tensors.ts';
import { PICTURE_PIPELINES } from '../../inference/pipelines/picture/input/picture-pipelines.ts';
import { elementOf } from '../../page/browser/result/element.ts';
import { bytesOf } from '../../page/browser/result/samples.ts';
import { requestFrom } from '../../page/browser/tensor/request.ts';

/** A request that has not been sent yet. */
export interface RequestDraft {
  readonly client: ContractClient;
  readonly sample: Sample;
  /** The full address of a path of the service. */
  address(path: string): string;
}

/** A field of the form: its label, its initial text, and the media type of its content. */
interface Field {
  readonly label: string;
  readonly text: string;
  readonly mediaType: 'text/plain' | 'application/json';
}

// Initial contents of the text field.
const PAIR = { text: 'What a beautiful morning', text_pair: 'The sun is shining' };
const QUERY = { query: 'How do cats sleep?', texts: ['A cat sleeps curled up.', 'The dog barks.'] };
const HYPOTHESES = '今天 的 天器 很 好\n今天 的 天氣 很 好';
const TEXT_PIPELINES = ['text-classification', 'feature-extraction', 'token-classification'];

/** The text field of a model that takes no pictures. */
function fieldOf({ pipeline, inputs }: DocumentedModel): Field {
  const json = (label: string, content: object) =>
    ({ label, text: JSON.stringify(content), mediaType: 'application/json' }) as const;
  const plain = (label: string, text: string) => ({ label, text, mediaType: 'text/plain' }) as const;
  if (pipeline === 'text-correction') {
    return plain('Recognised text: one hypothesis per line, the most probable first', HYPOTHESES);
  }
  if (pipeline === 'text-ranking') return json('Query and texts, in JSON', QUERY);
  if (inputs.some(({ name }) => name === 'text_pair')) return json('A pair of texts, in JSON', PAIR);
  if (TEXT_PIPELINES.includes(pipeline)) return plain('Text', PAIR.text);
  const fields = inputs.map((info) => ({ info, shape: closedShape(info.shape), data: '' }));
  return json('Tensors in the JSON of the Open Inference Protocol', requestFrom(fields));
}

/** File names whose characters have no special meaning within double quotes, whatever the shell. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._()-]*$/u;

/** The picture that is sent if none is chosen. */
export const WHITE = sampleOf('white.png', 'image/png', bytesOf(EXAMPLE_PICTURE));

/** Shows the model's form field. @param changed called when the request changes. @returns a function that reads the field */
export function attachForm(model: DocumentedModel, changed: () => void): () => Promise<Sample> {
  const isPicture = PICTURE_PIPELINES.includes(model.pipeline);
  elementOf(isPicture ? 'picture' : 'text', HTMLElement).hidden = false;
  const file = elementOf('file', HTMLInputElement);
  file.addEventListener('change', changed);
  if (isPicture) return async () => pictureOf(file.files?.[0]);

  const { label, text: first, mediaType } = fieldOf(model);
  const text = elementOf('request', HTMLTextAreaElement);
  elementOf('request-label', HTMLLabelElement).textContent = label;
  text.value = first;
  text.addEventListener('input', changed);
  const name = mediaType === 'text/plain' ? 'request.txt' : 'request.json';
  return async () => sampleOf(name, mediaType, new TextEncoder().encode(text.value));
}

async function pictureOf(file: File | undefined): Promise<Sample> {
  if (!file) return WHITE;
  const name = PLAIN_NAME.test(file.name) ? file.name : 'picture.jpg';
  return sampleOf(name, file.type || 'image/jpeg', new Uint8Array(await file.arrayBuffer()));
}

function sampleOf(name: string, mediaType: string, bytes: Uint8Array): Sample {
  return { name, label: undefined, mediaType, bytes };
}
