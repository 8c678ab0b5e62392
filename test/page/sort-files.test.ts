import { describe, expect, it } from 'vitest';
import { sortFiles } from '../../functions/page/browser/image/sort-files.ts';

const TYPES = { jpg: 'image/jpeg', webp: 'image/webp', pdf: 'application/pdf', txt: 'text/plain', HEIC: '' };

/** Sorts files with these names, whose media types follow from their extensions. */
function sort(names: readonly string[]) {
  const files = names.map((name) => ({ name, type: TYPES[name.split('.')[1] as keyof typeof TYPES] }));
  const { pictures, trouble } = sortFiles(files);
  return { kept: pictures.map(({ name }) => name), text: trouble && `${trouble.title}: ${trouble.message}` };
}

describe('the files that a user chooses', () => {
  const others = 'Those are not pictures: letter.pdf, b.txt';

  it.each([
    ['sent if they are pictures', ['a.jpg', 'b.webp'], ['a.jpg', 'b.webp'], undefined],
    ['named in a message if they are not pictures', ['letter.pdf', 'a.jpg', 'b.txt'], ['a.jpg'], others],
    ['sent if the system does not know their type, as for HEIC', ['IMG_1.HEIC'], ['IMG_1.HEIC'], undefined],
  ])('are %s', (_, names, kept, text) => {
    expect(sort(names)).toEqual({ kept, text });
  });

  it('are limited to fifty at once, and the others are counted', () => {
    const { kept, text } = sort(Array.from({ length: 52 }, (_, index) => `${index}.jpg`));

    expect(kept).toHaveLength(50);
    expect(text).toBe(
      'Too many pictures: 2 of 52 were left out. The page takes 50 at once: choose the others afterwards.',
    );
  });
});
