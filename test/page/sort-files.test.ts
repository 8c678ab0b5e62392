import { describe, expect, it } from 'vitest';
import { sortFiles } from '../../functions/page/browser/image/sort-files.ts';

const file = (name: string, type = 'image/jpeg') => ({ name, type });

function sort(files: readonly { name: string; type: string }[]) {
  const { pictures, trouble } = sortFiles(files);
  return { kept: pictures.map(({ name }) => name), said: trouble && `${trouble.title}: ${trouble.message}` };
}

describe('files that somebody brings', () => {
  it('are all sent where they are pictures', () => {
    expect(sort([file('a.jpg'), file('b.webp', 'image/webp')])).toEqual({
      kept: ['a.jpg', 'b.webp'],
      said: undefined,
    });
  });

  it('are named where they are none, and the others are sent', () => {
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

  it('are fifty at once; the others are counted', () => {
    const { kept, said } = sort(Array.from({ length: 52 }, (_, place) => file(`${place}.jpg`)));

    expect(kept).toHaveLength(50);
    expect(said).toBe(
      'Too many pictures: 2 of 52 were left out. 50 are taken at once: choose the others afterwards.',
    );
  });
});
