/** The samples that came with the task. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { PageTask } from '../asking/task.ts';
import { elementOf, make } from './element.ts';

type Shown = PageTask['samples'][number];

/** @param take gets the sample whose button was pressed */
export function showSamples(samples: PageTask['samples'], take: (sample: Sample) => void): void {
  if (samples.length === 0) return;
  const list = elementOf('samples', HTMLUListElement);
  for (const sample of samples) {
    const button = make('button', '', faceOf(sample));
    button.type = 'button';
    button.addEventListener('click', () => take(read(sample)));
    list.append(make('li', '', button));
  }
  elementOf('samples-title', HTMLElement).hidden = false;
}

function faceOf({ name, label, mediaType, base64 }: Shown): HTMLElement {
  if (!mediaType.startsWith('image/')) return make('span', '', name);
  const picture = document.createElement('img');
  picture.src = `data:${mediaType};base64,${base64}`;
  picture.alt = `Sample: ${label}`;
  return picture;
}

function read({ base64, ...sample }: Shown): Sample {
  return { ...sample, bytes: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)) };
}
