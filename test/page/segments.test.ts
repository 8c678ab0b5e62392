import { expect, it } from 'vitest';
import { segmentsOf } from '../../functions/page/browser/text/correction/segments.ts';

it.each([
  ['character by character', '今天再見', [2, '在', '再'], '今|天|在|見', '今|天|再|見'],
  ['by characters, not by UTF-16 units', '𠮷再見', [1, '在', '再'], '𠮷|在|見', '𠮷|再|見'],
  ['with words and numbers whole', '用 a1 再見', [6, '件', '見'], '用| |a1| |再|件', '用| |a1| |再|見'],
  ['without a change if nothing was corrected', '再見', undefined, '再|見', '再|見'],
  ['without characters if the text is empty', '', undefined, '', ''],
] as const)('a sentence has the recognised text above the prediction %s', (_, text, change, ...rows) => {
  const [index, heard, prediction] = change ?? [];
  const places = change ? [{ index: index!, heard: heard!, prediction: prediction!, alternatives: [] }] : [];

  const segments = segmentsOf(text, places);

  const above = segments.map((segment) => segment.heard).join('|');
  expect([above, segments.map(({ predicted }) => predicted).join('|')]).toEqual(rows);
});
