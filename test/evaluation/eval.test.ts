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

  it('evaluates pictures in folders whose names are the labels', async () => {
    const table = await evaluate(model, '--images', pictures);

    expect(table).toMatch(/as predicted +0\.00 % {3}0 of 1/);
    expect(table).toContain('七 → 一  1');
  });

  it.each([
    ['pictures', () => tinyModel({ model: 'unlabelled' }, { file: 'red.png', content: '' })],
    ['a reranker', () => ranking(undefined)],
  ])('says where labels belong if no sample of %s has a label', async (_, model) => {
    await expect(evaluate(model())).rejects.toThrow(
      /^no sample in .+.samples has a label: expected a folder with a labels\.json that has labels/,
    );
  });

  it.each([
    [[model, '--csv', 'x'], '--csv is not for models of the pipeline image-classification, such as colours'],
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

    expect(table).toMatch(/^ {2}as heard +0\.00 % {3}0 of 3 {3}characters wrong 50\.00 %$/m);
    for (const judge of ['first', 'second', 'third', 'as predicted'])
      expect(table).toMatch(
        new RegExp(`^  ${judge} +\\d.+ characters wrong \\d+\\.\\d\\d % +\\d+\\.\\d\\d ms$`, 'm'),
      );
    expect(table).toMatch(/^ {2}as predicted +66\.67 % {3}2 of 3 {3}characters wrong 16\.67 %/m);
  });

  it('normalises hypotheses and labels like predictions, and counts members as right if there is nothing to correct', async () => {
    const csv = fileOf('sentences.csv', 'text,label', '"我 要 <htr> 單\n我 要 丹",我要 單', 'OK,OK');

    const { listed } = await figures(sentences, '--csv', csv);

    const judges = ['as heard', 'first', 'second', 'third', 'as predicted'];
    expect(Object.keys(listed.judges)).toEqual(judges);
    for (const judge of judges)
      expect(listed.judges[judge]).toMatchObject({ right: 2, samples: 2, characterErrorRate: 0 });
  });
});

describe('npm run eval with a table', () => {
  const sentiment = textModel('sentiment');
  const tableOf = (...lines: string[]) => fileOf('table.csv', ...lines);

  it('counts the texts whose label is predicted', async () => {
    const csv = tableOf(
      'label,text',
      'positive,"What a beautiful, ""bright"" morning"',
      'negative,The soup was cold',
      'positive,The soup was cold',
      'neutral,The soup was cold',
    );

    const table = await evaluate(sentiment, '--csv', csv);

    expect(table).toMatch(/as predicted +66\.67 % {3}2 of 3/);
    expect(table).toContain('positive → negative  1');
    expect(table).toContain('Labels outside the list (no response is right without a reject label)');
    expect(table).toContain('neutral → negative  1');
  });

  it.each([
    [['text', 'hello'], 'needs rows with the columns "text" and "label": it has "text"'],
    [['text,label'], 'needs rows with the columns "text" and "label": it has no rows'],
    [['text,label', 'hello'], 'cannot be read: Invalid Record Length: columns length is 2, got 1 on line 2'],
    [['text,label', '"hello,positive'], 'table.csv cannot be read: Quote Not Closed'],
  ])('refuses a table without columns or rows, or with an error: %j', async (lines, message) => {
    await expect(evaluate(sentiment, '--csv', tableOf(...lines))).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });
});

it('npm run eval counts a sample of a reranker as right if the labelled text comes first', async () => {
  const { listed } = await figures(ranking('0', '1'));

  expect(listed).toMatchObject({ judges: { 'as predicted': { right: 1, samples: 2 } } });
});

/** A reranker with a sample for each label. A sample for `undefined` has no label. */
function ranking(...labels: (string | undefined)[]): string {
  const folder = textModel('ranking');
  const content = JSON.stringify({ query: 'soup', texts: ['', 'What a beautiful morning'] });
  const samples = labels.map((label) => ({ file: 'one.json', content, ...(label && { label }) }));
  writeSamples(path.join(folder, 'samples'), samples);
  return folder;
}
