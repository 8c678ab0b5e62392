/** The samples of a model that are shown on its page. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { mediaTypeOf } from '../contracts/samples.ts';

export type ShownSample = Awaited<ReturnType<typeof readSamples>>[number];

interface SampleEntry {
  readonly file: string;
  readonly label: string;
  /** `false` hides the sample on the page. `true` or a text shows it there; the text replaces its label. */
  readonly shown?: boolean | string;
}

const MOST_SHOWN = 8;
/** The page gets sample pictures up to this size unchanged. */
const SMALL_BYTES = 16_384;

/** The first `MOST_SHOWN` samples that `samples/labels.json` marks as `shown`, or else the first that it does not hide. */
export function shownEntries(directory: string): SampleEntry[] {
  let entries: SampleEntry[];
  try {
    entries = JSON.parse(readFileSync(path.join(directory, 'samples', 'labels.json'), 'utf8'));
  } catch {
    return [];
  }
  const marked = entries.filter(({ shown }) => shown);
  const unmarked = entries.filter(({ shown }) => shown !== false);
  return (marked.length > 0 ? marked : unmarked).slice(0, MOST_SHOWN);
}

export async function readSamples(directory: string) {
  const entries = shownEntries(directory);
  return Promise.all(
    entries.map(async ({ file, label, shown }) => ({
      name: file,
      /** The text that the page shows for the sample: `shown` if it is a text, otherwise the sample's label. */
      label: typeof shown === 'string' ? shown : label,
      ...(await contentOf(path.join(directory, 'samples', file))),
    })),
  );
}

async function contentOf(file: string) {
  const mediaType = mediaTypeOf(file);
  const bytes = await readFile(file);
  if (mediaType.startsWith('image/') && bytes.length > SMALL_BYTES) {
    const smaller = await smallerPicture(bytes);
    if (smaller) return { mediaType: 'image/jpeg', base64: smaller.toString('base64') };
  }
  return { mediaType, base64: bytes.toString('base64') };
}

/** Longest side of a reduced picture, in pixels: enough for a sharp thumbnail, and close to the input size of members. */
const SIDE = 320;
const QUALITY = 75;

/**
 * Reduces a sample's picture, because eight original photographs would make the page a megabyte large.
 * @returns a smaller JPEG, upright and on white; undefined if the page should have the original
 */
export async function smallerPicture(bytes: Buffer): Promise<Buffer | undefined> {
  // The image library is not loaded with this module, because small pictures and lists of samples do not need it.
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
    // A picture that cannot be decoded goes to the page unchanged.
    return undefined;
  }
}
