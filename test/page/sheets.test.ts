import { describe, expect, it } from 'vitest';
import { Sheets } from '../../functions/page/browser/image/drawing/sheets.ts';

const POINT = { x: 0.5, y: 0.5 };

/** Sheets with this number of strokes on the top one. */
function sheetsWith(strokes: number): Sheets {
  const sheets = new Sheets();
  for (let stroke = 0; stroke < strokes; stroke++) sheets.begin(POINT);
  return sheets;
}

describe('sheets of paper', () => {
  it('lose their last stroke by undo', () => {
    const sheets = sheetsWith(1);
    sheets.begin({ x: 0, y: 0 });
    sheets.extend({ x: 1, y: 1 });

    sheets.undo();

    expect(sheets.strokes).toEqual([[POINT]]);
  });

  it('come back by undo on a blank sheet', () => {
    const sheets = sheetsWith(1);
    sheets.turn();
    const blank = sheets.strokes.length;

    sheets.undo();

    expect(blank).toBe(0);
    expect([sheets.strokes.length, sheets.canUndo]).toEqual([1, true]);
  });

  it('keep the rest of a stroke that began on the previous sheet', () => {
    const sheets = sheetsWith(1);
    sheets.turn();

    sheets.extend(POINT);

    expect(sheets.strokes).toEqual([[POINT]]);
  });
});
