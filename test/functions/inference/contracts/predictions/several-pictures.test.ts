/** Several pictures in one request, which every picture pipeline accepts. */
import { describe, expect, it } from 'vitest';
import { made } from '../../../../model-repository/support.ts';
import { fixture } from '../../../../support/fixtures.ts';
import { plain, RED } from '../../../support/pictures.ts';
import { bodyOf, post } from '../../../support/requests.ts';
import { ensembleIn, quietService, type Send, TINY_ENSEMBLE } from '../../../support/tiny.ts';
import { dataUri, FILE, form, formType, part } from './bodies.ts';

async function served(file: string, ...options: string[]): Promise<[path: string, send: Send]> {
  const { directory } = await made(fixture(`tiny-vision/${file}.onnx`), ...options);
  return [`/predictions/${file}`, await quietService({ MODEL_DIRECTORY: directory })];
}
const MODELS: Record<string, [path: string, send: Send]> = {
  'a classifier': ['/predictions/colours', await quietService()],
  'a model of embeddings': await served('embeds'),
  'a detector': await served('yolov8'),
};

const pictures = [
  await plain(RED, 40, 20).jpeg().toBuffer(),
  await plain({ r: 10, g: 10, b: 10 }, 20, 50).png().toBuffer(),
  await plain({ r: 10, g: 250, b: 10 }, 64, 64).webp().toBuffer(),
];
const json = (path: string, body: object) =>
  post(JSON.stringify(body), path, { 'content-type': 'application/json' });
const inForm = (path: string, files: readonly Buffer[]) =>
  post(form(files.map((file) => part(FILE, file))), path, { 'content-type': formType() });
const texts = pictures.map((picture) => picture.toString('base64'));

describe.each(Object.keys(MODELS))('Several pictures for %s', (kind) => {
  const [path, send] = MODELS[kind]!;

  it.each([
    ['the files of a form', inForm(path, pictures)],
    ['a list in base64', json(path, { images: texts })],
    ['a list of data: URIs', json(path, { images: pictures.map(dataUri) })],
  ])('get a list of the results that each gets alone, sent as %s', async (_, request) => {
    const alone = await Promise.all(
      pictures.map((picture) => send(post(picture, path, { 'content-type': 'image/jpeg' }))),
    );

    const together = await send(request);

    expect(together.status).toBe(200);
    expect(String(together.body)).toBe(`[${alone.map(({ body }) => String(body)).join()}]`);
    const labels = alone.map(({ headers }) => headers['x-subsecond-prediction']);
    expect(together.headers['x-subsecond-prediction']).toBe(labels[0] && labels.join());
  });

  it('get a list of one result if `images` has one picture', async () => {
    const one = await send(json(path, { image: texts[0] }));

    expect(bodyOf(await send(json(path, { images: texts.slice(0, 1) })))).toEqual([bodyOf(one)]);
  });

  it.each([
    ['neither one nor several', {}],
    ['both', { image: texts[0], images: texts }],
    ['no list', { images: texts[0] }],
    ['an empty list', { images: [] }],
    ['more than 64', { images: Array(65).fill(texts[0]) }],
    ['an unknown field', { images: texts, top_k: 3 }],
  ])('are refused where the JSON has %s', async (_, body) => {
    expect((await send(json(path, body))).status).toBe(400);
  });

  it('are refused together if one of them cannot be read', async () => {
    const refused = await send(inForm(path, [pictures[0]!, pictures[1]!.subarray(0, 60)]));

    expect(bodyOf(refused)).toMatchObject({ status: 422, type: 'urn:subsecond:problem:image-unreadable' });
  });
});

it('Several pictures that would miss the deadline are refused, and one is not', async () => {
  const ensemble = await ensembleIn(TINY_ENSEMBLE);
  const deadline = { millisecondsLeft: 0.001 };
  const hurried = (some: readonly Buffer[]) =>
    ensemble.predict({ pictures: some, everyLabel: false }, { deadline });

  await expect(hurried(pictures)).rejects.toThrow(
    /^The 3 images take about \d+ ms, .*send at most 1 like these/,
  );
  await expect(hurried(pictures.slice(0, 1))).resolves.toMatchObject({ lacking: undefined });
});
