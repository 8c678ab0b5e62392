/** The form for a request, by the model's pipeline. */
import type { ContractClient, Sample } from '../../inference/contracts/client.ts';
import { EXAMPLE_PICTURE } from '../../inference/contracts/description/examples.ts';
import type { TriedModel } from '../../inference/documentation/page.ts';
import { PICTURE_PIPELINES } from '../../inference/pipelines/picture-input/picture-pipelines.ts';
import { elementOf } from '../../page/browser/result/element.ts';
import { bytesOf } from '../../page/browser/result/samples.ts';

/** A request that has not been sent yet. */
export interface RequestDraft {
  readonly client: ContractClient;
  readonly sample: Sample;
  /** Address of a request, by its path. */
  address(path: string): string;
}

/** Name of the text input by pipeline; other pipelines take tensors or pictures. */
const TEXT_LABELS: Readonly<Record<string, string>> = {
  'text-correction': 'Recognised text: one hypothesis a line, the most probable first',
  'text-classification': 'Text',
  'feature-extraction': 'Text',
  'token-classification': 'Text',
};
const EXAMPLE_TEXT = 'What a beautiful morning';

/** File names without a meaning in any shell, within double quotes. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._()-]*$/u;

/** The picture that is sent if none is chosen. */
export const WHITE = sampleOf('white.png', 'image/png', bytesOf(EXAMPLE_PICTURE));

/** Shows the model's field. @param changed called when the request changes. @returns reads the field */
export function attachForm(
  { pipeline, request, sentences }: TriedModel,
  changed: () => void,
): () => Promise<Sample> {
  const isPicture = PICTURE_PIPELINES.includes(pipeline);
  elementOf(isPicture ? 'picture' : 'text', HTMLElement).hidden = false;
  const file = elementOf('file', HTMLInputElement);
  file.addEventListener('change', changed);
  if (isPicture) return async () => pictureOf(file.files?.[0]);

  const label = TEXT_LABELS[pipeline];
  const text = elementOf('request', HTMLTextAreaElement);
  elementOf('request-label', HTMLLabelElement).textContent =
    label ?? 'Tensors in the JSON of the Open Inference Protocol';
  text.value = label ? (sentences?.join('\n') ?? EXAMPLE_TEXT) : JSON.stringify(request ?? { inputs: [] });
  text.addEventListener('input', changed);
  const [name, mediaType] = label ? ['request.txt', 'text/plain'] : ['request.json', 'application/json'];
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
