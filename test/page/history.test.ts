import { describe, expect, it } from 'vitest';
import { accuracy, shareInterval } from '../../functions/page/browser/history/accuracy.ts';
import { toCsv } from '../../functions/page/browser/history/csv.ts';
import type { Row } from '../../functions/page/browser/history/row.ts';
import { Rows } from '../../functions/page/browser/history/rows.ts';

const ROW: Row = {
  id: 'a',
  at: new Date('2026-11-22T10:00:00Z'),
  name: 'ant.jpg',
  answer: 'ant',
  rejected: false,
  confidence: 0.93,
  sureness: 'sure',
  milliseconds: 41.26,
  remembered: false,
  members: '2/2',
  right: undefined,
  label: undefined,
};

describe('the answers of a visit', () => {
  it('hold each question once, the one that was asked last at the end', () => {
    const rows = new Rows();
    for (const id of ['a', 'b', 'c']) rows.put({ ...ROW, id });

    rows.put({ ...ROW, id: 'a', remembered: true });

    expect(rows.all.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(rows.find('a')?.remembered).toBe(true);
  });

  it('are a thousand at most, the oldest forgotten first', () => {
    const rows = new Rows();
    for (let id = 0; id < 1002; id++) rows.put({ ...ROW, id: String(id) });

    expect([rows.all.length, rows.all[0]?.id]).toEqual([1000, '2']);
  });

  it('are marked as right or wrong, and the mark is taken back when it is given again', () => {
    const rows = new Rows();
    const seen: (boolean | undefined)[] = [];
    rows.put(ROW);
    rows.listen(() => seen.push(rows.find('a')?.right));

    for (const right of [true, false, false]) rows.mark('a', right);

    expect(seen).toEqual([true, false, undefined]);
  });
});

describe('the accuracy by marks', () => {
  it('comes with the interval that Wilson published', () => {
    const { low, high } = shareInterval(90, 100);

    expect([low, high].map((share) => share.toFixed(3))).toEqual(['0.826', '0.945']);
  });

  it('counts what was marked, and nothing else', () => {
    expect(accuracy([true, undefined, false, true])).toMatch(/^2 of 3 marked answers right: 66\.7 % \(95 %/);
    expect(accuracy([undefined])).toMatch(/^Mark answers/);
  });
});

describe('answers as comma-separated values', () => {
  it('have a line each, and one that names the columns', () => {
    const [head, line, end] = toCsv([{ ...ROW, right: true }]).split('\r\n');

    expect(head).toBe(
      'name,answer,confidence,certainty,milliseconds,remembered,members,right,label,time,request_id,trouble',
    );
    expect(line).toBe('ant.jpg,ant,0.93,sure,41.3,no,2/2,yes,,2026-11-22T10:00:00.000Z,a,');
    expect(end).toBe('');
  });

  it('keep commas, quotation marks and lines within a cell, and say why there is no answer', () => {
    const csv = toCsv([
      { ...ROW, name: 'an "ant", red\nor black' },
      { name: 'b.txt', trouble: 'No picture' },
    ]);

    expect(csv).toContain('"an ""ant"", red\nor black",ant');
    expect(csv).toMatch(/\r\nb\.txt,{11}No picture\r\n$/);
  });
});
