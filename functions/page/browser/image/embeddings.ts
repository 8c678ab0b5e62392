/** The form and the result of picture embeddings. Pictures that the user chooses together are compared. */
import { type Sample, toBase64 } from '../../../inference/contracts/client.ts';
import type { Input } from '../request/entry.ts';
import { make } from '../result/element.ts';
import { embeddingView } from '../text/embeddings.ts';
import { picturePipeline } from './attach.ts';

export const imageFeatureExtraction = picturePipeline(
  () => embeddingView('Picture', (sample) => picturesOf(sample).map(seen)),
  (inputs) => ({ name: `${inputs.length} pictures`, prepare: () => together(inputs) }),
);

/** One request for all pictures. */
async function together(inputs: readonly Input[]): Promise<Sample> {
  const samples = await Promise.all(inputs.map((input) => input.prepare()));
  const content = JSON.stringify({ images: samples.map(({ bytes }) => toBase64(bytes)) });
  const bytes = new TextEncoder().encode(content);
  return { name: 'pictures', label: undefined, mediaType: 'application/json', bytes };
}

function picturesOf({ mediaType, bytes }: Sample): string[] {
  if (mediaType !== 'application/json') return [toBase64(bytes)];
  return JSON.parse(new TextDecoder().decode(bytes)).images;
}

function seen(base64: string): HTMLElement {
  const picture = make('img', '');
  // Browsers recognise a PNG by its bytes, whatever media type is declared.
  picture.src = `data:image/jpeg;base64,${base64}`;
  picture.alt = '';
  return make('span', 'seen', picture);
}
