import { describe, expect, it } from 'vitest';
import { MOST_PICTURES, sortFiles } from '../../functions/page/browser/photographs/sort-files.ts';

const file = (name: string, type = 'image/jpeg') => ({ name, type });

function sort(files: readonly { name: string; type: string }[], room = MOST_PICTURES) {
  const { pictures, trouble } = sortFiles(files, room);
  return { kept: pictures.map(({ name }) => name), said: trouble && `${trouble.title}: ${trouble.message}` };
}

describe('files that somebody brings', () => {
  it('are all asked about where they are pictures', () => {
    expect(sort([file('a.jpg'), file('b.webp', 'image/webp')])).toEqual({
      kept: ['a.jpg', 'b.webp'],
      said: undefined,
    });
  });

  it('are named where they are none, and the others are asked about', () => {
    const { kept, said } = sort([
      file('letter.pdf', 'application/pdf'),
      file('a.jpg'),
      file('b.txt', 'text/plain'),
    ]);

    expect(kept).toEqual(['a.jpg']);
    expect(said).toBe('Those are not pictures: letter.pdf, b.txt');
  });

  it('are tried where the system does not know what they are, as with HEIC', () => {
    expect(sort([file('IMG_1.HEIC', '')]).kept).toEqual(['IMG_1.HEIC']);
  });

  it('are as many as there is room for; the others are counted', () => {
    const { kept, said } = sort([file('a.jpg'), file('b.jpg'), file('c.jpg')], 1);

    expect(kept).toEqual(['a.jpg']);
    expect(said).toBe('Too many pictures: 2 of 3 were left out. 50 are shown at most: remove some first.');
  });
});
