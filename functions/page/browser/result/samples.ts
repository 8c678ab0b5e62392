/** The samples of the model. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { PageModel } from '../../../inference/information/page.ts';
import { elementOf, inLanguage, make, pressable } from './element.ts';
import { firstLine } from './words.ts';

type Shown = PageModel['samples'][number];

/** @param take gets the sample whose button was pressed */
export function showSamples({ samples, page }: PageModel, take: (sample: Sample) => void): void {
  if (samples.length === 0) return;
  const list = elementOf('samples', HTMLUListElement);
  for (const sample of samples) {
    const button = pressable(() => take(read(sample)), faceOf(sample, page.language));
    list.append(make('li', '', button));
  }
  elementOf('take', HTMLElement).hidden = false;
}

function faceOf({ name, label, mediaType, base64 }: Shown, language: string | undefined): HTMLElement {
  if (!mediaType.startsWith('image/')) {
    const { text, query } = textsOf(mediaType, bytesOf(base64));
    const first = text ?? query;
    return first === undefined
      ? make('span', '', name)
      : inLanguage(make('span', 'text', firstLine(first)), language);
  }
  const picture = document.createElement('img');
  picture.src = `data:${mediaType};base64,${base64}`;
  picture.alt = `Sample: ${label}`;
  return picture;
}

/** The texts of a sample. A sample with tensors has none of these fields. */
interface Texts {
  readonly text?: string;
  readonly text_pair?: string;
  readonly query?: string;
  readonly texts?: readonly string[];
}

export function textsOf(mediaType: string, bytes: Uint8Array): Texts {
  const content = new TextDecoder().decode(bytes).trim();
  return mediaType === 'text/plain' ? { text: content } : JSON.parse(content);
}

function read({ base64, ...sample }: Shown): Sample {
  return { ...sample, bytes: bytesOf(base64) };
}

export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
