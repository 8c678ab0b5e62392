import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../cost/report/csv.ts';

describe('The CSV of a JSON value', () => {
  it('has a row for each object and a table for each list, under one header', () => {
    const value = {
      bill: {
        region: 'us-east-1',
        period: { label: 'month', hours: 730 },
        lines: [
          { title: 'requests', dollars: 5.26 },
          { title: 'duration', dollars: 132.42 },
        ],
      },
      refused: ['no price "x"'],
    };

    expect(toCsv(value).split('\r\n')).toEqual([
      'table,region,period.label,period.hours,title,dollars,value',
      'bill,us-east-1,month,730,,,',
      'bill.lines,,,,requests,5.26,',
      'bill.lines,,,,duration,132.42,',
      'refused,,,,,,"no price ""x"""',
    ]);
  });

  it('names the figures that stand alone a summary', () => {
    expect(toCsv({ rate: 7, kept: true })).toBe('table,rate,kept\r\nsummary,7,true');
  });

  it('quotes what holds a comma, a quotation mark or a line break, and leaves out what is nothing', () => {
    expect(toCsv({ a: 'one, two', b: 'three\nfour', c: undefined, d: null })).toBe(
      'table,a,b,d\r\nsummary,"one, two","three\nfour",',
    );
  });
});
