import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../local/options.ts';

const SAMPLES = join(PROJECT_DIRECTORY, 'samples');

/** The samples of this project, as the bytes of their files. */
export function readPictures(): Buffer[] {
  const labels: { file: string }[] = JSON.parse(readFileSync(join(SAMPLES, 'labels.json'), 'utf8'));
  return labels.map(({ file }) => readFileSync(join(SAMPLES, file)));
}
