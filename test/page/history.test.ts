import { describe, expect, it } from 'vitest';
import { accuracy, shareInterval } from '../../functions/page/browser/history/accuracy.ts';
import { type Line, toCsv } from '../../functions/page/browser/history/csv.ts';
import { requestFor } from '../../functions/page/browser/request/request.ts';

const SAMPLE = { name: 'ant.jpg', label: undefined, mediaType: 'image/jpeg', bytes: new Uint8Array(1) };

const LINE: Line = {
  name: 'ant.jpg',
  request: { ...requestFor(SAMPLE), id: 'a' },
  response: {
    explanation: {
      reply: null,
      answer: 'ant',
      cache: 'miss',
      version: '1',
      members: [],
      stages: {},
      ...{ confidence: 0.93 },
    },
    milliseconds: 41.26,
    members: '2/2',
  },
  at: new Date('2026-11-22T10:00:00Z'),
  trouble: undefined,
  doing: undefined,
  right: undefined,
  label: undefined,
};

describe('the accuracy by marks', () => {
  it('comes with the interval that Wilson published', () => {
    const { low, high } = shareInterval(90, 100);

    expect([low, high].map((share) => share.toFixed(3))).toEqual(['0.826', '0.945']);
  });

  it('counts what was marked, and nothing else', () => {
    expect(accuracy([true, undefined, false, true])).toMatch(
      /^2 of 3 marked responses right: 66\.7 % \(95 %/,
    );
    expect(accuracy([undefined])).toMatch(/^Mark responses/);
  });
});

describe('the history as comma-separated values', () => {
  it('has a line an entry, and one that names the columns', () => {
    const [head, line, end] = toCsv([{ ...LINE, right: true }], undefined).split('\r\n');

    expect(head).toBe(
      'name,prediction,confidence,certainty,milliseconds,cached,members,right,label,time,request_id,error',
    );
    expect(line).toBe('ant.jpg,ant,0.93,93.0 % sure,41.3,no,2/2,yes,,2026-11-22T10:00:00.000Z,a,');
    expect(end).toBe('');
  });

  it('keeps commas, quotation marks and lines within a cell, and says why there is no response', () => {
    const csv = toCsv(
      [
        { ...LINE, name: 'an "ant", red\nor black' },
        { ...LINE, name: 'b.txt', response: undefined, doing: 'Queued' },
      ],
      undefined,
    );

    expect(csv).toContain('"an ""ant"", red\nor black",ant');
    expect(csv).toMatch(/\r\nb\.txt,{11}Queued\r\n$/);
  });
});
