import { describe, expect, it } from 'vitest';
import { segmentsOf } from '../../functions/page/browser/text/correction/segments.ts';

const place = (index: number, heard: string, prediction: string) => ({
  index,
  heard,
  prediction,
  alternatives: [],
});

/** What was heard and what was predicted, as they stand above each other. */
function rows(text: string, ...places: ReturnType<typeof place>[]) {
  const segments = segmentsOf(text, places);
  return [segments.map(({ heard }) => heard).join('|'), segments.map(({ predicted }) => predicted).join('|')];
}

describe('a corrected sentence', () => {
  it('has what was heard above what was predicted, character by character', () => {
    expect(rows('今天再見', place(2, '在', '再'))).toEqual(['今|天|在|見', '今|天|再|見']);
  });

  it('counts characters, not the units that some of them have two of', () => {
    expect(rows('𠮷再見', place(1, '在', '再'))).toEqual(['𠮷|在|見', '𠮷|再|見']);
  });

  it('keeps words and numbers whole', () => {
    expect(rows('用 café 123 再見', place(12, '件', '見'))).toEqual([
      '用| |café| |123| |再|件',
      '用| |café| |123| |再|見',
    ]);
  });

  it('is all one where nothing was changed', () => {
    expect(rows('再見')).toEqual(['再|見', '再|見']);
    expect(rows('')).toEqual(['', '']);
  });
});
