/** Tiny detectors of each family, which find the same boxes in every picture; see test/fixtures/make-tiny-vision.py. */
import { describe, expect, it } from 'vitest';
import { add, made } from '../../../../model-repository/support.ts';
import { fixture } from '../../../../support/fixtures.ts';
import { MemoryTable } from '../../../support/memory-table.ts';
import { GREEN, plain } from '../../../support/pictures.ts';
import { bodyOf, post } from '../../../support/requests.ts';
import { quietService } from '../../../support/tiny.ts';

const PATH = '/predictions/yolov8';
const JPEG = { 'content-type': 'image/jpeg' };

const folderOf = async (file: string, ...options: string[]) =>
  (await made(fixture(`tiny-vision/${file}.onnx`), ...options)).directory;
const serve = (directory: string, parts?: object) => quietService({ MODEL_DIRECTORY: directory }, parts);
const asJson = (body: object, path = PATH) =>
  post(JSON.stringify(body), path, { 'content-type': 'application/json' });

/** A picture that is twice as wide as high, so the 64 × 64 frame has bars of 16 pixels at the top and at the bottom. */
const wide = await plain(GREEN, 128, 64).jpeg().toBuffer();
/** The same picture, rotated by an EXIF orientation, as telephones write it. */
const turned = await plain(GREEN, 64, 128).jpeg().withMetadata({ orientation: 6 }).toBuffer();

const directory = await folderOf('yolov8');
const send = await serve(directory);

const CAT = { label: 'cat', score: 0.9, box: { xmin: 48, ymin: 16, xmax: 80, ymax: 48 } };
const DOG = { label: "dog's", score: 0.7, box: { xmin: 50, ymin: 16, xmax: 82, ymax: 48 } };
const SMALL = { label: 'cat', score: 0.3, box: { xmin: 92, ymin: 0, xmax: 108, ymax: 16 } };

describe('A detector', () => {
  it.each([
    ['yolov8', [CAT, DOG, SMALL]],
    ['yolov5', [CAT, DOG, SMALL]],
    ['end2end', [CAT, DOG]],
  ])('of the family %s gives boxes in pixels of the picture', async (family, expected) => {
    const found = await serve(await folderOf(family));

    expect(bodyOf(await found(post(wide, `/predictions/${family}`, JPEG)))).toEqual(expected);
  });

  it('of the family detr gives boxes of a picture that is stretched, and takes no "iou"', async () => {
    const found = await serve(await folderOf('detr'));
    const refused = '"iou" is for yolov5 and yolov8: the outputs of other heads have no overlapping boxes';
    await expect(folderOf('detr', '--iou', '0.5')).rejects.toThrow(refused);
    const { detail } = bodyOf(
      await found(asJson({ image: wide.toString('base64'), iou: 0.5 }, '/predictions/detr')),
    );
    expect(detail).toBe(`${refused}.`);

    const boxes = bodyOf(await found(post(wide, '/predictions/detr', JPEG)));

    const [second, first] = [0.964663, 0.909443].map((score) => expect.closeTo(score, 5));
    expect(boxes).toEqual([
      { label: '1', score: second, box: { xmin: 50, ymin: 24, xmax: 82, ymax: 40 } },
      { label: '0', score: first, box: { xmin: 48, ymin: 24, xmax: 80, ymax: 40 } },
    ]);
  });

  it('that Ultralytics exported as RT-DETR gives boxes of a picture that is stretched', async () => {
    const found = await serve(await folderOf('rt-detr-rows'));

    expect(bodyOf(await found(post(wide, '/predictions/rt-detr-rows', JPEG)))).toEqual([
      { label: 'cat', score: 0.9, box: { xmin: 48, ymin: 24, xmax: 80, ymax: 40 } },
      { label: "dog's", score: 0.7, box: { xmin: 50, ymin: 24, xmax: 82, ymax: 40 } },
    ]);
  });

  it.each([
    ['rt-detr-scores', 'is an RT-DETR that gives the scores of all labels'],
    ['yolox', 'gives boxes that are not in pixels, as YOLOX does'],
  ])('whose boxes cannot be read, %s, is refused', async (file, why) => {
    await expect(folderOf(file)).rejects.toThrow(why);
  });

  it('gives boxes of a photograph after its EXIF rotation', async () => {
    expect(bodyOf(await send(post(turned, PATH, JPEG)))).toEqual([CAT, DOG, SMALL]);
  });

  const inJson = (options: object, headers = {}) =>
    post(JSON.stringify({ image: wide.toString('base64'), ...options }), PATH, {
      'content-type': 'application/json',
      ...headers,
    });
  it.each([
    ['threshold', { threshold: 0.75 }, 1],
    ['overlap', { iou: 1 }, 4],
  ])('accepts another %s', async (_, options, boxes) => {
    expect(bodyOf(await send(inJson(options)))).toHaveLength(boxes);
  });

  it.each([
    ['in the address', post(wide, `${PATH}?threshold=0.5`, JPEG)],
    ['of more than 1', inJson({ iou: 2 })],
    ['with an unknown name', inJson({ treshold: 0.5 })],
  ])('refuses an option %s', async (_, request) => {
    expect((await send(request)).status).toBe(400);
  });

  it('caches a response by the picture and its options', async () => {
    const caching = await serve(directory, { store: new MemoryTable() });
    const id = { ...JPEG, 'idempotency-key': 'one' };

    const first = await caching(post(wide, PATH, id));
    const repeat = await caching(post(wide, PATH, id));
    const other = await caching(inJson({ threshold: 0.5 }, { 'idempotency-key': 'one' }));

    expect([first, repeat].map(({ headers }) => headers['x-subsecond-cache'])).toEqual(['miss', 'hit']);
    expect(bodyOf(repeat)).toEqual(bodyOf(first));
    expect(other.status).toBe(422);
  });

  it('gives tensors by the Open Inference Protocol, in pixels of the tensor', async () => {
    const data = Array.from({ length: 3 * 64 * 64 }, () => 0);
    const inputs = [{ name: 'images', datatype: 'FP32', shape: [1, 3, 64, 64], data }];

    const { outputs } = bodyOf(await send(asJson({ inputs }, '/v2/models/yolov8/infer')));

    expect(outputs).toMatchObject([
      { name: 'label', shape: [3], data: ['cat', "dog's", 'cat'] },
      { name: 'score', shape: [3] },
      { name: 'box', shape: [3, 4], data: [24, 24, 40, 40, 25, 24, 41, 40, 46, 16, 54, 24] },
    ]);
  });

  it('is added with the metadata that Ultralytics writes into its graph', async () => {
    const { manifest, output } = await made(fixture('tiny-vision/yolov8.onnx'), '--iou', '0.5');

    expect(manifest).toMatchObject({
      pipeline: 'object-detection',
      input: { width: 64, fit: 'contain', crop: 'down', background: '#727272', resample: 'inter_linear' },
      output: { head: 'yolov8', name: 'output0' },
      labels: { count: 2 },
      threshold: 0.25,
      iou: 0.5,
    });
    expect(output).toMatch(/served as a detector \(yolov8\); --pipeline tensor/);
  });

  it('has one member', async () => {
    const file = fixture('tiny-vision/yolov8.onnx');

    await expect(add(file, file)).rejects.toThrow('a detector has one member');
  });
});
