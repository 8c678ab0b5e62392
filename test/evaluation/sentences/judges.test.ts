import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { memberJudge, serviceJudge } from '../../../evaluation/sentences/judges.ts';
import { findModel } from '../../../model-repository/find-model.ts';
import { correctionModel } from '../../support/correction-model.ts';

const folder = correctionModel();
afterAll(() => rmSync(folder, { recursive: true }));

const sample = (heard: string) => ({
  name: 'a.txt',
  label: undefined,
  mediaType: 'text/plain',
  bytes: Buffer.from(heard),
});

describe('memberJudge', () => {
  it('gives what a caller gets, and what each member would say alone', async () => {
    const judge = await memberJudge(await findModel(folder), 1);

    const { sentences, milliseconds, membersRun } = await judge.predict(sample('在 見 <htr>'));

    expect(Object.fromEntries(sentences)).toMatchObject({ first: '再見', 'as predicted': '再見' });
    expect([...sentences.keys()]).toEqual(['first', 'second', 'third', 'as predicted']);
    expect([...milliseconds.keys()]).toEqual(['first', 'second', 'third', 'as predicted']);
    expect(membersRun).toBeGreaterThan(0);
  });

  it('counts no member and no error where none has anything to say', async () => {
    const judge = await memberJudge(await findModel(folder), 1);

    const { sentences, membersRun } = await judge.predict(sample('OK'));

    expect(new Set(sentences.values())).toEqual(new Set(['OK']));
    expect(sentences.size).toBe(4);
    expect(membersRun).toBe(0);
  });
});

describe('serviceJudge', () => {
  it('knows what a caller gets, and how long that took', async () => {
    const judge = serviceJudge(async () => ({ prediction: '再見', membersRun: 2, milliseconds: 7 }));

    const { sentences, milliseconds, membersRun } = await judge.predict(sample('在見'));

    expect([...sentences]).toEqual([['as predicted', '再見']]);
    expect([...milliseconds]).toEqual([['as predicted', 7]]);
    expect(membersRun).toBe(2);
  });
});
