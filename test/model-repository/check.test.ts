import { hash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lambdaLimitNotes } from '../../model-repository/make/report.ts';
import { correctionModel } from '../support/correction-model.ts';
import { newFolder } from '../support/new-folder.ts';
import { multiplication } from '../support/onnx-graph.ts';
import { add, made, stranger, weightsBeside } from './support.ts';

type Manifest = Record<string, unknown> & { members: Record<string, unknown>[] };

type Change = (manifest: Manifest, folder: string) => void;

/** A hash that matches no file. */
const NONE = '0'.repeat(64);

const set =
  (field: string, value: unknown): Change =>
  (manifest) => {
    const names = field.split('.');
    const last = names.pop()!;
    const holder = names.reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], manifest);
    (holder as Record<string, unknown>)[last] = value;
  };
const write =
  (file: string): Change =>
  (_, folder) =>
    writeFileSync(join(folder, file), '');
const remove =
  (file: string): Change =>
  (_, folder) =>
    rmSync(join(folder, file), { recursive: true });

const weightsOutside: Change = (_, folder) => {
  const graph = multiplication('FP32', 3, { location: '../model.data', length: 12 });
  writeFileSync(join(folder, 'digits-keras.onnx'), graph);
};

const { directory: DIGITS } = await made(stranger('digits-keras.onnx'), '--name', 'digits');
cpSync(stranger('samples'), join(DIGITS, 'samples'), { recursive: true });

/** Copies a model of digits with samples, and applies these changes to it. */
async function digits(...changes: Change[]): Promise<string> {
  const folder = join(newFolder(), 'digits');
  cpSync(DIGITS, folder, { recursive: true });
  const manifest = read(folder);
  for (const change of changes) change(manifest, folder);
  writeFileSync(join(folder, 'ensemble.json'), JSON.stringify(manifest, undefined, 2));
  return folder;
}

function read(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'ensemble.json'), 'utf8'));
}

/** The beginning of the message about an unknown field. */
const unknown = (field: string, fields: string) => `${field} is unknown: the fields are ${fields}`;

describe('npm run add -- --check', () => {
  it('counts the samples that a model predicts correctly', async () => {
    const { code, output } = await add('--check', await digits());

    expect(code).toBe(0);
    expect(output).toContain('nothing is wrong');
    expect(output).toMatch(/samples +9 of 10 predicted correctly\n +1500-1\.png is 1, predicted 3/);
  });

  it.each([
    [
      'a typing error',
      set('reject', { label: 'a', treshold: 0.5 }),
      unknown('reject.treshold', 'label, thres'),
    ],
    [
      'a typing error in a list',
      set('members.0.wieght', 2),
      unknown('members.0.wieght', 'name, file, sha256'),
    ],
    ['an unknown field of pictures', set('input.rotation', 90), unknown('input.rotation', 'name, width')],
    ['a field of other pipelines', set('iou', 0.5), unknown('iou', 'model, pipeline, version')],
    ['a field of an earlier version', set('queue', { largest: 9 }), unknown('queue', 'model, pipeline')],
    ['an unknown field of the page', set('page', { pen: 1 }), unknown('page.pen', 'language, draw')],
    ['an invalid value', set('input.fit', 'squeeze'), 'input.fit: '],
    ['an unknown pipeline', set('pipeline', 'image'), '"pipeline" must be one of '],
    ['an unknown contract', set('contracts', ['prediction']), 'there is no contract "prediction"'],
    ['another hash', set('members.0.sha256', NONE), 'digits-keras.onnx: has SHA-256 '],
    [
      'another hash of a file with weights',
      [set('members.0.externalData', [{ file: 'weights.data', sha256: NONE }]), write('weights.data')],
      'weights.data: has SHA-256 ',
    ],
    [
      'another hash of a file of a member',
      [set('members.0.tokenizer', { file: 'tokenizer.json', sha256: NONE }), write('tokenizer.json')],
      'tokenizer.json: has SHA-256 ',
    ],
    ['a sample that is not there', remove('samples/1501-7.png'), '(there is no 1501-7.png)'],
    ['a member that is not there', remove('digits-keras.onnx'), 'digits-keras.onnx: there is no such file'],
    ['a mistake that only the graph shows', set('input.width', 9), '"width": 9, but the graph takes 8'],
    ['weights elsewhere', weightsOutside, 'has weights outside of its folder, in ../model.data'],
  ])('finds %s', async (_, changes, finding) => {
    const { code, output } = await add('--check', await digits(...[changes].flat()));

    expect(code).toBe(1);
    expect(output).toContain('wrong    ');
    expect(output).toContain(finding);
  });

  it('reports missing hashes and samples as notes, and changes nothing', async () => {
    const missing = ['members.0.sha256', 'members.0.weight'].map((field) => set(field, undefined));
    const folder = await digits(...missing, remove('samples'));
    const before = read(folder);

    const { code, output } = await add('--check', folder);

    expect(code).toBe(0);
    expect(output).toMatch(/note +hashes, counts or files of weights are missing/);
    expect(output).toMatch(/note +no samples yet/);
    expect(read(folder)).toEqual(before);
  });

  it('counts the sentences that a model predicts correctly, however long they are', async () => {
    const long = `在見${'。'.repeat(60)}`;
    const texts: [string, string][] = [
      ['在 見', '再見'],
      ['今添', '今天'],
      [long, long.replace('在', '再')],
    ];
    const model = correctionModel(texts);

    const { code, output } = await add('--check', model);

    expect(code).toBe(0);
    expect(output).toMatch(/samples +2 of 3 predicted correctly\n +1\.txt is 今天, predicted 今添/);
  });
});

describe('npm run add -- --fix', () => {
  it.each([['--fix'], []])('fills in hashes and counts that are missing (%s)', async (...options) => {
    const folder = await digits(set('members.0.sha256', undefined), set('labels', { file: 'labels.txt' }));

    const { code, output } = await add(...options, folder);

    expect(code).toBe(0);
    expect(output).toContain('missing hashes, counts and files of weights were filled in');
    expect(read(folder)).toEqual(read(DIGITS));
  });

  it('records predictions for samples once; --check only reports that they are missing', async () => {
    const folder = await digits();
    const list = join(folder, 'samples', 'labels.json');
    const before = readFileSync(list, 'utf8');
    const { output } = await add('--check', folder);
    expect(output).toContain('note     samples/labels.json lacks current predictions');
    expect(readFileSync(list, 'utf8')).toBe(before);

    const [recorded, again] = [await add('--fix', folder), await add('--fix', folder)];

    expect(recorded.output).toContain('recorded in samples/labels.json');
    expect(again.output).not.toContain('labels.json');
    const entries: Record<string, unknown>[] = JSON.parse(before);
    const predicted = entries.map((entry) => ({
      ...{ ...entry, predicted: entry.file === '1500-1.png' ? '3' : entry.label },
    }));
    expect(JSON.parse(readFileSync(list, 'utf8'))).toEqual(predicted);
  });

  it('fills in the files with a graph’s weights', async () => {
    const folder = weightsBeside();
    const checked = await add('--check', folder);

    const { code } = await add('--fix', folder);

    const sha256 = hash('sha256', readFileSync(join(folder, 'model.data')));
    expect(code).toBe(0);
    expect(checked.output).toContain('hashes, counts or files of weights are missing');
    expect(read(folder).members[0]?.externalData).toEqual([{ file: 'model.data', sha256 }]);
  });

  it.each([
    ['a hash alone that differs', 'members.0.sha256', NONE],
    ['members alone that are no list', 'members', { file: 'digits-keras.onnx' }],
  ])('leaves %s', async (_, field, value) => {
    const folder = await digits(set(field, value));
    const before = read(folder);

    expect((await add('--fix', folder)).code).toBe(1);

    expect(read(folder)).toEqual(before);
  });

  it('takes no options of models', async () => {
    const folder = await digits();

    await expect(add('--fix', folder, '--width', '8')).rejects.toThrow('--width: only for a bare');
    await expect(add('--check', join(folder, 'absent'))).rejects.toThrow(
      `there is no model "${join(folder, 'absent')}": expected the file ${join(folder, 'absent', 'ensemble.json')}`,
    );
    await expect(add('--check', join(folder, 'labels.txt'))).rejects.toThrow(
      'labels.txt is neither a model nor an ONNX file',
    );
  });
});

it.each([
  [150, []],
  [300, [expect.stringMatching(/^its files have 300 MB, but Lambda has room for about 190 MB besides/)]],
])('a note says that a model of %i MB is too large for Lambda', (megabytes, notes) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'model.onnx'), '');
  truncateSync(join(folder, 'model.onnx'), megabytes * 1e6);

  const members = [{ name: 'model', file: 'model.onnx', weight: 1 }];
  expect(lambdaLimitNotes(folder, { members })).toEqual(notes);
});
