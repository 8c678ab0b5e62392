import { describe, expect, it } from 'vitest';
import { sortFiles } from '../../functions/page/browser/image/sort-files.ts';

const file = (name: string, type = 'image/jpeg') => ({ name, type });

function sort(files: readonly { name: string; type: string }[]) {
  const { pictures, trouble } = sortFiles(files);
  return { kept: pictures.map(({ name }) => name), said: trouble && `${trouble.title}: ${trouble.message}` };
}

describe('files that somebody brings', () => {
  it.each([
    [
      'sent where they are pictures',
      [file('a.jpg'), file('b.webp', 'image/webp')],
      ['a.jpg', 'b.webp'],
      undefined,
    ],
    [
      'named where they are none, and the others are sent',
      [file('letter.pdf', 'application/pdf'), file('a.jpg'), file('b.txt', 'text/plain')],
      ['a.jpg'],
      'Those are not pictures: letter.pdf, b.txt',
    ],
    [
      'tried where the system does not know what they are, as with HEIC',
      [file('IMG_1.HEIC', '')],
      ['IMG_1.HEIC'],
      undefined,
    ],
  ])('are %s', (_, files, kept, said) => {
    expect(sort(files)).toEqual({ kept, said });
  });

  it('are fifty at once; the others are counted', () => {
    const { kept, said } = sort(Array.from({ length: 52 }, (_, place) => file(`${place}.jpg`)));

    expect(kept).toHaveLength(50);
    expect(said).toBe(
      'Too many pictures: 2 of 52 were left out. 50 are taken at once: choose the others afterwards.',
    );
  });
});
