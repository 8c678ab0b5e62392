/** The samples of a model that are shown on its page. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { mediaTypeOf } from '../contracts/samples.ts';

export interface ShownSample {
  readonly name: string;
  /** What people are told that it is. */
  readonly label: string;
  readonly mediaType: string;
  readonly base64: string;
}

interface SampleEntry {
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
    const smaller = await smallerPicture(bytes);
    if (smaller) return { mediaType: 'image/jpeg', base64: smaller.toString('base64') };
  }
  return { mediaType, base64: bytes.toString('base64') };
}

/** Longer side in pixels: sharp as a thumbnail, and about as much as members look at. */
const SIDE = 320;
const QUALITY = 75;

/**
 * A sample's picture as the page carries it: eight photographs as they are would make a page of a megabyte.
 *
 * @returns a smaller JPEG, upright and on white; undefined where the picture is best as it is
 */
export async function smallerPicture(bytes: Buffer): Promise<Buffer | undefined> {
  // A model with small pictures only, or a caller that only lists the samples, needs no image library.
  const { default: sharp } = await import('sharp');
  try {
    const smaller = await sharp(bytes)
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    return smaller.length < bytes.length ? smaller : undefined;
  } catch {
    // The page shows what it can; the model's check says what is wrong with a sample.
    return undefined;
  }
}
