/** The sample pictures on the page, as HTML. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../samples');

/** The last one is not among the characters that the models know. */
const SHOWN = [
  '009-桃.jpg',
  '010-威.jpg',
  '024-易.jpg',
  '025-馬.jpg',
  '032-燕.jpg',
  '028-發.jpg',
  '093-紅.jpg',
  '098-魁.jpg',
];

/** One list item with a button per sample; the pictures are within the page. */
export async function sampleButtons(): Promise<string> {
  const labels: { file: string; label: string }[] = JSON.parse(
    await readFile(path.join(FOLDER, 'labels.json'), 'utf8'),
  );
  const items = SHOWN.map(async (file) => {
    const picture = await readFile(path.join(FOLDER, file), 'base64');
    const entry = labels.find((candidate) => candidate.file === file);
    if (!entry) throw new Error(`samples/labels.json has no entry for ${file}`);
    const what = entry.label === 'isnull' ? 'a character that is not in the list' : entry.label;
    return `<li><button type="button"><img src="data:image/jpeg;base64,${picture}" alt="Sample: ${what}"></button>`;
  });
  return (await Promise.all(items)).join('\n');
}
