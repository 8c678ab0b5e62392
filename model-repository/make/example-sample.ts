/** Makes a sample for a model without samples. Load tests and measurements send it, and the page may show it. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '../../functions/inference/model/manifest.ts';
import { PICTURE_PIPELINES } from '../../functions/inference/pipelines/picture/input/picture-pipelines.ts';
import { writeJsonData } from '../../functions/inference/pipelines/tensor/write-json.ts';
import { TEXT_PAIR } from '../../functions/inference/pipelines/text/tensor-view.ts';
import type { TriedModel } from '../local-model.ts';

/** The page does not show an example with more elements, because showing it would take too long. */
const MOST_SHOWN = 1000;
/** This many zeros take about 4 MB in JSON, which Lambda accepts. */
const MOST_ELEMENTS = 2_000_000;

const FILES: readonly string[] = ['example.jpg', 'example.json', 'example.txt', 'zeros.json'];

interface Example {
  readonly file: string;
  readonly content: string | Uint8Array;
  /** The sample's name on the page; false if the page does not show it. */
  readonly shown: string | false;
}

/**
 * Writes an example into the folder of samples. An earlier example is replaced, but samples from users stay.
 *
 * @returns the example's file; undefined if the model has samples from users, or no example is known
 */
export async function writeExampleSample({ directory, ...tried }: TriedModel): Promise<string | undefined> {
  const folder = path.join(directory, 'samples');
  const former = await formerExample(folder);
  if (existsSync(folder) && former === undefined) return undefined;
  const example = await exampleOf(tried);
  if (former !== undefined) await rm(path.join(folder, former), { force: true });
  if (!example) return undefined;
  const { file, content, shown } = example;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, file), content);
  await writeFile(path.join(folder, 'labels.json'), `${JSON.stringify([{ file, shown }], undefined, 2)}\n`);
  return file;
}

/** @returns the file of the example that an earlier model of this name left in the folder; undefined if there is none */
async function formerExample(folder: string): Promise<string | undefined> {
  const list = await readFile(path.join(folder, 'labels.json'), 'utf8').catch(() => '[]');
  const [entry, ...others]: readonly Partial<Example>[] = JSON.parse(list);
  return others.length === 0 && FILES.includes(entry?.file ?? '') ? entry?.file : undefined;
}

async function exampleOf({ manifest, ...tried }: Omit<TriedModel, 'directory'>) {
  if (PICTURE_PIPELINES.includes(manifest.pipeline)) return examplePicture();
  return exampleText(manifest, tried.info.tensors.inputs.includes(TEXT_PAIR)) ?? zeros(tried);
}

const TEXT = 'What a beautiful morning';

function exampleText({ pipeline }: Manifest, takesPairs: boolean): Example | undefined {
  const json = (content: object) =>
    ({ file: 'example.json', content: `${JSON.stringify(content)}\n`, shown: 'example' }) as const;
  if (pipeline === 'text-ranking') return json({ query: 'How do cats sleep?', texts: [TEXT, 'Curled up.'] });
  if (takesPairs) return json({ text: TEXT, text_pair: 'The sun is shining' });
  return pipeline === 'tensor' ? undefined : { file: 'example.txt', content: `${TEXT}\n`, shown: 'example' };
}

/** Size of a small photograph, and the blur with which noise compresses like a photograph. */
const PICTURE = { width: 640, height: 480, blur: 1.5, quality: 90 };

/** A picture of noise that costs as much to decode as a photograph. */
async function examplePicture(): Promise<Example> {
  const { width, height, blur, quality } = PICTURE;
  const { default: sharp } = await import('sharp');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const content = await sharp({ create: { width, height, channels: 3, background: 'grey', noise } })
    .blur(blur)
    .jpeg({ quality })
    .toBuffer();
  return { file: 'example.jpg', content, shown: 'example' };
}

async function zeros({ ensemble }: Pick<TriedModel, 'ensemble'>): Promise<Example | undefined> {
  const [part = {}] = await ensemble.pipeline.blank()(0);
  const elements = Object.values(part).reduce((sum, { data }) => sum + data.length, 0);
  if (elements > MOST_ELEMENTS || ensemble.warnings.length > 0) return undefined;
  const inputs = Object.entries(part).map(([name, tensor]) => {
    const { datatype, shape } = tensor;
    return { name, datatype, shape, data: JSON.parse(writeJsonData(name, tensor, 'none')) };
  });
  const content = `${JSON.stringify({ inputs })}\n`;
  return { file: 'zeros.json', content, shown: elements <= MOST_SHOWN && 'zeros' };
}
