import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractNames } from '../../functions/inference/contracts/clients.ts';
import { plannerOf } from '../../model-repository/make/make-model.ts';
import { MODEL_OPTIONS, type ModelOptions } from '../../model-repository/make/model-options.ts';
import type { LoadedModel } from '../../model-repository/make/plans/planner.ts';
import { newFolder } from '../support/new-folder.ts';
import { add, made, stranger } from './support.ts';

const COLOURS = [stranger('colours.onnx'), '--labels', stranger('colours.txt')];
/** Files of the added model. */
const FILES = ['colours.onnx', 'colours.onnx.data', 'ensemble.json', 'labels.txt', 'samples'];

describe('npm run add', () => {
  it('writes its findings into ensemble.json, and prints them with the next commands', async () => {
    const { code, output, directory, manifest } = await made(...COLOURS);

    expect(manifest).toMatchObject({
      model: 'colours',
      pipeline: 'image-classification',
      version: '1',
      contracts: ['predictions'],
      deadlineMilliseconds: 1000,
      input: {
        width: 32,
        height: 32,
        colour: 'rgb',
        layout: 'nchw',
        fit: 'fill',
        resample: 'bilinear',
        background: '#ffffff',
      },
      output: { scores: 'logits' },
      labels: { file: 'labels.txt', count: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      members: [{ name: 'colours', file: 'colours.onnx', weight: 1, sha256: expect.any(String) }],
    });
    expect(manifest.input).toMatchObject({ scale: 1 / 255, mean: 0, deviation: 1 });
    expect(readdirSync(directory).sort()).toEqual(FILES);
    expect(code).toBe(0);
    expect(output).toMatch(/input +a picture, resized to 32 × 32 rgb \(fill, bilinear\)/);
    expect(output).toMatch(/output +one of 3 labels, from logits/);
    expect(output).toMatch(/members +colours, \d+\.\d\d ms per request/);
    expect(output).toMatch(/note +pixels are scaled to the range from 0 to 1/);
    expect(output).toMatch(/^npm start -- .*colours$/m);
  });

  it('accepts options', async () => {
    const plain =
      '--name shades --title Shades --version 2 --contract esun-2021,predictions --deadline 500 --fit contain ' +
      '--background #000000 --scale 1/128 --mean 1 --std 0.229,0.224,0.225 --colour bgr --scores logits';
    const spaced = ['--hint', 'Show one.', '--reject', 'a = b=0.5'];
    const { manifest } = await made(...COLOURS, ...plain.split(' '), ...spaced);

    expect(manifest).toMatchObject({
      model: 'shades',
      title: 'Shades',
      hint: 'Show one.',
      version: '2',
      contracts: ['esun-2021', 'predictions'],
      deadlineMilliseconds: 500,
      reject: { label: 'a = b', threshold: 0.5 },
      input: { fit: 'contain', background: '#000000', scale: 1 / 128, mean: 1, colour: 'bgr' },
    });
    expect(manifest.input.deviation).toEqual([0.229, 0.224, 0.225]);
  });

  it('accepts the resizing of pictures before their middle is cropped', async () => {
    const { manifest, output } = await made(...COLOURS, '--resize', '40', '--resample', 'lanczos');

    expect(manifest.input).toMatchObject({ width: 32, height: 32, resize: 40, resample: 'lanczos' });
    expect(manifest.input).not.toHaveProperty('fit');
    expect(output).toMatch(
      /input +a picture, resized to 40 on its shorter side \(lanczos\), its middle 32 × 32 rgb/,
    );
  });

  it('makes several files members that vote, with weights', async () => {
    const { output, manifest } = await made(
      ...[stranger('digits-keras.onnx'), stranger('digits-sklearn.onnx'), stranger('digits-sklearn.onnx')],
      ...['--name', 'digits', '--weight', '2,1,1', '--colour', 'grey'],
    );

    const { input, output: scores, members } = manifest;
    expect(members).toMatchObject([
      { name: 'digits-keras', weight: 2 },
      {
        name: 'digits-sklearn',
        weight: 1,
        input: { name: 'float_input' },
        output: { name: 'probabilities' },
      },
      { name: 'digits-sklearn-2', weight: 1 },
    ]);
    expect([input.name, scores.name]).not.toContain('float_input');
    expect(output).toContain('digits-sklearn-2, ');
  });

  it('overwrites nothing without --force', async () => {
    const into = newFolder();
    await add(stranger('digits-sklearn.onnx'), '--into', into, '--name', 'colours', '--colour', 'grey');

    await expect(add(...COLOURS, '--into', into)).rejects.toThrow(
      `${join(into, 'colours')} already exists: choose another --name, or use --force`,
    );
    await add(...COLOURS, '--into', into, '--force');

    expect(readdirSync(join(into, 'colours')).sort()).toEqual(FILES);
  });

  it.each([
    ['all that is wrong', ['--width', 'x', '--fit', 'y'], /^--width must be .*; --fit must be fill/],
    ['a deviation of 0', ['--std', '0.2,0.2,0'], /^--std must be numbers above 0 .*, got "0.2,0.2,0"$/],
    ['labels that are not there', ['--labels', 'no-such.txt'], 'there is no file no-such.txt'],
    ['weights that are too many', ['--weight', '1,2'], '--weight has 2 values for 1 files'],
    ['an unknown contract', ['--contract', 'grpc'], '--contract must be esun-2021, esun-2022, '],
    [
      'an invalid number',
      ['--resize', '256,256'],
      '--resize must be one or two numbers of pixels, such as 256 or 256x256',
    ],
    [
      'a size smaller than the crop',
      ['--resize', '40x16'],
      '"resize" to 40 × 16 is smaller than the 32 × 32 that are kept',
    ],
    [
      'two ways to fit',
      ['--resize', '40', '--fit', 'fill'],
      '"resize" crops the middle of a picture, so leave out "fit"',
    ],
    ['another size', ['--width', '8'], /\[1, 3, 32, 32\] as .*: --width is 8, but the graph takes 32/],
    ['bad labels', ['--labels', stranger('samples/labels.json')], 'must have one label per line'],
    ['too many labels', ['--labels', stranger('make-strangers.py')], /label \d+ of \S+ must not be empty/],
    ['an invalid name', ['--name', 'A B'], '--name must be lower-case letters, digits and hyphens'],
  ])('refuses %s, and leaves nothing behind', async (_, options, message) => {
    const into = newFolder();

    await expect(add(...COLOURS, '--into', into, ...options)).rejects.toThrow(message);

    expect(readdirSync(into)).toEqual([]);
  });

  it.each([
    ['tensor', ['digits-sklearn.onnx'], '--height 64 --width 64', '--width, --height', 'output, --shape'],
    ['image-classification', ['colours.onnx'], '--iou 0.5 --shape x=1', '--shape, --iou', 'width, --height'],
    [
      'image-feature-extraction',
      ['..', 'tiny-vision', 'embeds.onnx'],
      `--labels ${COLOURS[2]}`,
      '--labels',
      'width, --height',
    ],
    [
      'object-detection',
      ['..', 'tiny-vision', 'yolov8.onnx'],
      '--reject no=0.5',
      '--reject',
      'width, --height',
    ],
  ])('names the unsupported options of %s, and the supported ones', async (pipeline, file, ...row) => {
    const [options, named, accepted] = row;
    const parameters = [stranger(join(...file)), '--pipeline', pipeline, ...options.split(' ')];

    await expect(made(...parameters)).rejects.toThrow(
      `${named}: models of pipeline ${pipeline} take only --${accepted}`,
    );
  });

  it('refuses a file that is no model, and shapes that differ', async () => {
    const text = join(newFolder(), 'text.onnx');
    writeFileSync(text, 'hello, this is no model');
    const shapes = [stranger('pooled.onnx'), '--shape', 'tokens=1,5;mask=1,4'];

    await expect(made(text)).rejects.toThrow(/text\.onnx is not an ONNX model[^\n]*$/);
    await expect(made(...shapes)).rejects.toThrow(/as "mask" and fails on zeros: [^\n]+$/);
  });

  it('says how scikit-learn and onnxmltools export tensors instead of dictionaries', async () => {
    const zipMap = stranger('digits-zipmap.onnx');

    await expect(made(zipMap, '--colour', 'grey')).rejects.toThrow('options={"zipmap": False}');
    await expect(made(zipMap, '--colour', 'grey')).rejects.toThrow('convert_lightgbm(…, zipmap=False)');
    const { output, manifest } = await made(zipMap);

    expect(output).toContain(
      'left out: something other than a supported tensor as "output_probability" (probabilities are',
    );
    expect(manifest).toMatchObject({ pipeline: 'tensor', outputs: ['output_label'] });
  });

  it('explains every option with --help, and lists every contract', async () => {
    const { output } = await add('--help');

    for (const option of Object.keys(MODEL_OPTIONS)) expect(output).toMatch(new RegExp(`--${option}\\b`));
    for (const name of contractNames) expect(output).toContain(name);
  });

  it('requires a file', async () => {
    await expect(add()).rejects.toMatchObject({ exitCode: 2 });
  });

  it.each<[string, number, string, ModelOptions]>([
    ['there is no option', 784, 'tensor', {}],
    ['there are labels, and 8 × 8 pixels or more', 64, 'image-classification', { labels: 'labels.txt' }],
    ['there are labels, and rows as of a table', 4, 'tensor', { labels: 'labels.txt' }],
    ['an option says so, however small', 4, 'image-classification', { pipeline: 'image-classification' }],
    ['there are options of pictures', 4, 'image-classification', { labels: 'a', colour: 'grey' }],
  ])('if %s, gives a model of rows of %i values the pipeline %s', (_, values, pipeline, options) => {
    const inputs = [{ name: 'x', datatype: 'FP32', shape: ['n', values] }];
    const outputs = [{ name: 'scores', datatype: 'FP32', shape: ['n', 3] }];
    const graph = { file: stranger('digits-sklearn.onnx'), inputs, outputs };

    expect(plannerOf({ folder: '.', graph } as unknown as LoadedModel, options).pipeline).toBe(pipeline);
  });
});
