import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluateModel } from '../../evaluation/evaluate-model.ts';
import { type EvaluationOptions, readOptions } from '../../evaluation/options.ts';
import { correctionModel } from '../support/correction-model.ts';
import { newFolder } from '../support/new-folder.ts';
import { textModel } from '../support/text-model.ts';
import { colourModel, TENSORS, tensorModel, tinyModel } from '../support/tiny-model.ts';

const folder = newFolder();
const model = await colourModel();
/** With the red picture of the model, which is called something else. */
const pictures = path.join(folder, 'pictures');
mkdirSync(path.join(pictures, '七'), { recursive: true });
copyFileSync(path.join(model, 'samples', 'red.jpg'), path.join(pictures, '七', 'red.jpg'));

function run(...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/eval.ts', ...options], {
    cwd: path.join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** The same without a process of its own. */
const evaluate = async (...options: string[]) => evaluateModel(readOptions(options) as EvaluationOptions);

describe('npm run eval', () => {
  it("evaluates a model's own samples by their labels.json", () => {
    expect(run(model)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/as predicted +100\.00 % {3}1 of 1/),
      stderr: '',
    });
  });

  it('fails in one line when --only names none of the samples', () => {
    const only = path.join(folder, 'only.json');
    writeFileSync(only, '["水/1.jpg"]');

    expect(run(model, '--images', pictures, '--only', only)).toEqual({
      status: 1,
      stdout: '',
      stderr: `--only names no sample of ${pictures}; expected names such as "七/red.jpg"\n`,
    });
  });

  it('evaluates pictures in folders that are called as their labels are', async () => {
    const table = await evaluate(model, '--images', pictures);

    expect(table).toMatch(/as predicted +0\.00 % {3}0 of 1/);
    expect(table).toContain('七 → 一  1');
  });

  it.each([
    [['--contract', 'predictions'], '--contract needs --url'],
    [['--url', 'ftp://x'], '--url must be an http or https address, not ftp://x'],
    [['--url', 'http://x', '--contract', 'unheard-of'], 'does not have the contract "unheard-of"'],
    [['--only', '/no/such/file'], '--only /no/such/file cannot be read'],
    [
      [model, '--pairs', 'x'],
      '--pairs is for models of the pipeline text-correction; colours is of image-classification',
    ],
    [['--certainty', '--url', 'http://x'], '--certainty and --url exclude each other'],
    [['--predictions', 'x'], '--predictions needs --certainty'],
  ])('refuses %j in one line with exit code 2', async (options, message) => {
    const error = await evaluate(...options).catch((thrown) => thrown);

    expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
    expect(error.message).not.toContain('\n');
  });

  it('gives the figures of pictures as JSON where it is told to', async () => {
    expect(JSON.parse(await evaluate(model, '--json'))).toMatchObject({
      model: 'colours',
      version: 'tiny-1',
      listed: { judges: { first: { right: 1, samples: 1 }, 'as predicted': { right: 1, samples: 1 } } },
      outside: { judges: {} },
    });
  });

  describe('of sentences', () => {
    const sentences = correctionModel([
      ['在 見', '再見'],
      ['再 家\n在 家', '在家'],
      ['今添', '今天'],
    ]);

    it('tell what each member would say alone, and what a caller gets', async () => {
      const table = await evaluate(sentences);

      expect(table).toContain('3 sentences, 6 characters');
      expect(table).toMatch(/^as heard +50\.00 % +0 \(0\.0 %\)$/m);
      for (const judge of ['first', 'second', 'third', 'as predicted'])
        expect(table).toMatch(new RegExp(`^${judge} +\\d+\\.\\d\\d % .* \\d+\\.\\d\\d$`, 'm'));
      expect(table).toMatch(
        /^as predicted +16\.67 % +-33\.33 \(-\d+\.\d\d to -?\d+\.\d\d\) +2 \(66\.7 %\) +2 +0 +\d+\.\d\d$/m,
      );
    });

    it('count no member and no error where none has anything to say', async () => {
      const pairs = path.join(folder, 'nothing.jsonl');
      writeFileSync(pairs, '{"id": "a", "recognised": "OK", "true": "OK"}');

      const { judges, membersRun } = JSON.parse(await evaluate(sentences, '--pairs', pairs, '--json'));

      expect(Object.keys(judges)).toEqual(['first', 'second', 'third', 'as predicted']);
      expect(judges.third).toMatchObject({ characterErrorRate: { after: 0 } });
      expect(membersRun).toEqual({ 0: 1 });
    });

    it('may be pairs, those that are named, as JSON', async () => {
      const pairs = path.join(folder, 'pairs.jsonl');
      const line = (id: string, recognised: string) => JSON.stringify({ id, recognised, true: '再見' });
      writeFileSync(pairs, ['a', 'b'].map((id) => `${line(id, '在見')}\n`).join(''));
      const only = path.join(folder, 'one.json');
      writeFileSync(only, '["b"]');

      const content = await evaluate(sentences, '--pairs', pairs, '--only', only, '--json');

      expect(JSON.parse(content)).toMatchObject({
        model: 'sentences',
        sentences: 1,
        judges: { 'as predicted': { characterErrorRate: { before: 0.5, after: 0, difference: -0.5 } } },
      });
    });
  });

  describe('of a table', () => {
    const sentiment = textModel('sentiment');
    const embedding = textModel('embedding');
    const tensors = tensorModel();

    function tableOf(...lines: string[]): string {
      const file = path.join(folder, 'table.csv');
      writeFileSync(file, lines.join('\r\n'));
      return file;
    }

    it('counts the texts whose label is the right one', async () => {
      const csv = tableOf(
        'mood,text',
        'positive,"What a beautiful, ""bright"" morning"',
        'negative,The soup was cold',
        'positive,The soup was cold',
      );

      const table = await evaluate(sentiment, '--csv', csv, '--label', 'mood');

      expect(table).toMatch(/as predicted +66\.67 % {3}2 of 3/);
      expect(table).toContain('positive → negative  1');
    });

    it('correlates the similarity of embeddings with that of pairs', async () => {
      const same = 'The soup was cold';
      const csv = tableOf(
        'one,other,similarity',
        `${same},${same},5`,
        `${same},The soup was warm,4`,
        `${same},What a beautiful morning,1`,
        `${same},I love this film,1`,
        ...[1, 2, 3, 4, 5, 6].map((number) => `${same},${same.repeat(number)},3`),
      );

      const content = JSON.parse(await evaluate(embedding, '--csv', csv, '--json'));

      expect(content).toMatchObject({ model: 'embedding', pairs: 10 });
      expect(content.rankCorrelation).toBeGreaterThan(0.5);
    });

    describe('of tensors', () => {
      const pixels = (colour: string) => Array(64).fill(colour).join();
      const heading = Array.from({ length: 192 }, (_, place) => `pixel ${place}`).join();

      it('counts the rows whose class is the right one, by its number', async () => {
        const nameless = tinyModel({ ...TENSORS, labels: undefined });
        const csv = tableOf(`${heading},label`, `${pixels('255,0,0')},0.0`, `${pixels('0,0,255')},1`);

        const table = await evaluate(nameless, '--csv', csv);

        expect(table).toMatch(/as predicted +50\.00 % {3}1 of 2/);
        expect(table).toContain('1 → 2  1');
      });

      it('knows the classes by their names where the model has them', async () => {
        const table = await evaluate(
          tensors,
          '--csv',
          tableOf(`${heading},label`, `${pixels('0,0,255')},七`),
        );

        expect(table).toMatch(/first +100\.00 % {3}1 of 1/);
        expect(table).toMatch(/as predicted +100\.00 % {3}1 of 1/);
      });
    });

    it.each([
      [() => sentiment, ['text', 'hello'], 'needs rows, and a column "label" (--label): it has "text"'],
      [() => sentiment, ['text,label', 'hello'], 'row 2 has 1 cells, the heading 2'],
      [() => embedding, ['one,similarity', 'hello,3'], 'row 2 must have two texts'],
      [() => tensors, ['a,b,label', '1,x,0'], 'row 2 of --csv: "x" is no number'],
    ])('refuses one that does not fit: %s %j', async (of, lines, message) => {
      await expect(evaluate(of(), '--csv', tableOf(...lines))).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringContaining(message),
      });
    });
  });
});
