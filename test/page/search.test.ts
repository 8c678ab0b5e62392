import { describe, expect, it } from 'vitest';
import { searchLabels } from '../../functions/page/browser/image/labels/search.ts';

const CHARACTERS = ['療', '書', '春'];
const BIRDS = ['Red-crowned crane', 'heron', 'night heron'];

describe('looking labels up', () => {
  it('finds all of them where nothing is looked for', () => {
    expect(searchLabels(BIRDS, '  ')).toEqual({ labels: BIRDS, missing: [] });
  });

  it('finds names by a part of them, however it is written', () => {
    expect(searchLabels(BIRDS, ' HERON').labels).toEqual(['heron', 'night heron']);
    expect(searchLabels(BIRDS, 'Ｃｒａｎｅ').labels).toEqual(['Red-crowned crane']);
  });

  it('says what there is not', () => {
    expect(searchLabels(BIRDS, 'stork')).toEqual({ labels: [], missing: ['stork'] });
  });

  it('takes each character of a text for itself where labels are characters', () => {
    expect(searchLabels(CHARACTERS, '春 你書書')).toEqual({ labels: ['書', '春'], missing: ['你'] });
  });
});
