/** The samples of a model that are shown on its page. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { mediaTypeOf } from '../contracts/media-type.ts';

/** An input with its right response, as the page takes it. */
export interface ShownSample {
  readonly name: string;
  /** What people are told that it is. */
  readonly label: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** An entry of `samples/labels.json`. */
export interface SampleEntry {
  readonly file: string;
  readonly label: string;
  /** Whether the page shows it; a text stands for the label there. */
  readonly shown?: boolean | string;
}

const MOST_SHOWN = 8;
/** Up to so many bytes, a picture goes as it is. */
const SMALL_BYTES = 16_384;

/** What `samples/labels.json` of a model's folder marks as `shown`, or the first; none where the model brought none. */
export async function shownEntries(directory: string): Promise<SampleEntry[]> {
  let entries: SampleEntry[];
  try {
    entries = JSON.parse(await readFile(path.join(directory, 'samples', 'labels.json'), 'utf8'));
  } catch {
    return [];
  }
  const marked = entries.filter(({ shown }) => shown);
  return (marked.length > 0 ? marked : entries).slice(0, MOST_SHOWN);
}

/** The samples that are shown, as the page takes them. */
export async function readSamples(directory: string): Promise<ShownSample[]> {
  const entries = await shownEntries(directory);
  return Promise.all(
    entries.map(async ({ file, label, shown }) => ({
      name: file,
      label: typeof shown === 'string' ? shown : label,
      ...(await contentOf(path.join(directory, 'samples', file))),
    })),
  );
}

async function contentOf(file: string): Promise<Pick<ShownSample, 'mediaType' | 'base64'>> {
  const mediaType = mediaTypeOf(file);
  const bytes = await readFile(file);
  if (mediaType.startsWith('image/') && bytes.length > SMALL_BYTES) {
    // A model with small pictures only, or a caller that only lists the samples, needs no image library.
    const { smallerPicture } = await import('./shown-picture.ts');
    const smaller = await smallerPicture(bytes);
    if (smaller) return { mediaType: 'image/jpeg', base64: smaller.toString('base64') };
  }
  return { mediaType, base64: bytes.toString('base64') };
}
