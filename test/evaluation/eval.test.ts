import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluateModel } from '../../evaluation/evaluate-model.ts';
import { type EvaluationOptions, readOptions } from '../../evaluation/options.ts';
import { projectDirectory } from '../../project/paths.ts';
import { correctionModel } from '../support/correction-model.ts';
import { writeSamples } from '../support/fixtures.ts';
import { newFolder } from '../support/new-folder.ts';
import { textModel } from '../support/text-model.ts';
import { redModel, tinyModel } from '../support/tiny-model.ts';

const folder = newFolder();
const model = await redModel();
/** A folder with the model's red picture under a wrong label. */
const pictures = path.join(folder, 'pictures');
mkdirSync(path.join(pictures, '七'), { recursive: true });
copyFileSync(path.join(model, 'samples', '0.png'), path.join(pictures, '七', 'red.png'));

/** Runs the command in this process. @returns its output */
const evaluate = async (...options: string[]) => evaluateModel(readOptions(options) as EvaluationOptions);
const figures = async (...options: string[]) => JSON.parse(await evaluate(...options, '--json'));

function fileOf(name: string, ...lines: string[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, lines.join('\r\n'));
  return file;
}

describe('npm run eval', () => {
  it("evaluates a model's own samples by their labels.json, and prints JSON with --json", () => {
    const options = { cwd: projectDirectory, encoding: 'utf8' } as const;

    const run = spawnSync(process.execPath, ['bin/eval.ts', model, '--json'], options);

    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({
      model: 'colours',
      version: 'tiny-1',
      listed: { judges: { first: { right: 1, samples: 1 }, 'as predicted': { right: 1, samples: 1 } } },
      outside: { judges: {} },
    });
  });

  it('evaluates pictures in folders that are called as their labels are', async () => {
    const table = await evaluate(model, '--images', pictures);

    expect(table).toMatch(/as predicted +0\.00 % {3}0 of 1/);
    expect(table).toContain('七 → 一  1');
  });

  it('says which names it expected if --only names none of the samples', async () => {
    const only = fileOf('only.json', '["水/1.jpg"]');

    await expect(evaluate(model, '--images', pictures, '--only', only)).rejects.toThrow(
      `--only names no sample in ${pictures}; expected names such as "七/red.png"`,
    );
  });

  it.each([
    [
      'pictures',
      () => tinyModel({ model: 'unlabelled' }, { file: 'red.png', content: '' }),
      ', or name other samples with --images <folder>',
    ],
    ['a reranker', () => ranking(undefined), ''],
  ])('says where labels go if no sample of %s has one', async (_, model, way) => {
    await expect(evaluate(model())).rejects.toThrow(
      new RegExp(`^no sample in .+.samples has a label: add labels to its labels\\.json${way}$`),
    );
  });

  it.each([
    [['--only', '/no/such/file'], '--only /no/such/file cannot be read'],
    [
      [model, '--pairs', 'x'],
      '--pairs is for models of the pipeline text-correction; colours is of image-classification',
    ],
    [[textModel('embedding')], 'has the pipeline feature-extraction; eval supports image-classification'],
  ])('refuses %j in one line with exit code 2', async (options, message) => {
    const error = await evaluate(...options).catch((thrown) => thrown);

    expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
    expect(error.message).not.toContain('\n');
  });
});

describe('npm run eval with sentences', () => {
  const sentences = correctionModel([
    ['在 見', '再見'],
    ['再 家\n在 家', '在家'],
    ['今添', '今天'],
  ]);

  it('prints the accuracy of each member alone, and of the responses', async () => {
    const table = await evaluate(sentences);

    expect(table).toContain('3 sentences, 6 characters');
    expect(table).toMatch(/^as heard +50\.00 % +0 \(0\.0 %\)$/m);
    for (const judge of ['first', 'second', 'third', 'as predicted'])
      expect(table).toMatch(new RegExp(`^${judge} +\\d+\\.\\d\\d % .* \\d+\\.\\d\\d$`, 'm'));
    expect(table).toMatch(/^as predicted +16\.67 % +2 \(66\.7 %\) +\d+\.\d\d$/m);
  });

  it('counts no member and no error if there is nothing to correct', async () => {
    const pairs = fileOf('nothing.jsonl', '{"id": "a", "recognised": "OK", "true": "OK"}');

    const { judges, membersRun } = await figures(sentences, '--pairs', pairs);

    expect(Object.keys(judges)).toEqual(['first', 'second', 'third', 'as predicted']);
    expect(judges.third).toMatchObject({ characterErrorRate: { after: 0 } });
    expect(membersRun).toEqual({ 0: 1 });
  });

  it('evaluates only the named pairs of a file', async () => {
    const lines = ['a', 'b'].map((id) => JSON.stringify({ id, recognised: '在見', true: '再見' }));
    const only = fileOf('one.json', '["b"]');

    const content = await figures(sentences, '--pairs', fileOf('pairs.jsonl', ...lines), '--only', only);

    expect(content).toMatchObject({
      model: 'sentences',
      sentences: 1,
      judges: { 'as predicted': { characterErrorRate: { before: 0.5, after: 0 } } },
    });
  });
});

describe('npm run eval with a table', () => {
  const sentiment = textModel('sentiment');
  const tableOf = (...lines: string[]) => fileOf('table.csv', ...lines);

  it('counts the texts whose label is the right one', async () => {
    const csv = tableOf(
      'mood,text',
      'positive,"What a beautiful, ""bright"" morning"',
      'negative,The soup was cold',
      'positive,The soup was cold',
      'neutral,The soup was cold',
    );

    const table = await evaluate(sentiment, '--csv', csv, '--label', 'mood');

    expect(table).toMatch(/as predicted +66\.67 % {3}2 of 3/);
    expect(table).toContain('positive → negative  1');
    expect(table).toContain('Labels outside the list (none is right: the model rejects nothing)');
    expect(table).toContain('neutral → negative  1');
    const only = fileOf('rows.json', '["row 2", "row 3"]');
    const some = await evaluate(sentiment, '--csv', csv, '--label', 'mood', '--only', only);
    expect(some).toMatch(/as predicted +100\.00 % {3}2 of 2/);
  });

  it.each([
    [['text', 'hello'], 'needs rows, and a column "label" (--label): it has "text"'],
    [['text,label', 'hello'], 'row 2 has 1 cells, the heading 2'],
    [['text,label', '"hello,positive'], 'table.csv cannot be read: Quote Not Closed'],
    [['a,b,label', '1,x,0'], '--csv needs a column "text" beside the labels; it has a, b'],
  ])('refuses a table that does not fit: %j', async (lines, message) => {
    await expect(evaluate(sentiment, '--csv', tableOf(...lines))).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });
});

it('npm run eval counts a sample of a reranker as right if the labelled text comes first', async () => {
  const { listed } = await figures(ranking('0', '1'));

  expect(listed).toMatchObject({ judges: { ensemble: { right: 1, samples: 2 } } });
});

/** A reranker with a sample for each label. */
function ranking(...labels: (string | undefined)[]): string {
  const folder = textModel('ranking');
  const content = JSON.stringify({ query: 'soup', texts: ['', 'What a beautiful morning'] });
  const samples = labels.map((label) => ({ file: 'one.json', content, ...(label && { label }) }));
  writeSamples(path.join(folder, 'samples'), samples);
  return folder;
}
