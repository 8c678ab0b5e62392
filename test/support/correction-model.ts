/** Folders of a tiny model of the pipeline `text-correction`, with samples and the contract `esun-2022`. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from './new-folder.ts';

export const TINY_CORRECTION = path.resolve(import.meta.dirname, '../fixtures/tiny-correction');

/** The hypotheses, one per line, and the sentence that was said. */
export type HeardAndSaid = readonly [heard: string, said: string];

/** Creates a folder with a model. Its members know 再見, 在家 and 今天. */
export function correctionModel(samples: readonly HeardAndSaid[] = []): string {
  const folder = newFolder();
  cpSync(TINY_CORRECTION, folder, { recursive: true });
  const file = path.join(folder, 'ensemble.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, contracts: ['esun-2022'] }));
  mkdirSync(path.join(folder, 'samples'));
  const entries = samples.map(([, label], index) => ({ file: `${index}.txt`, label }));
  for (const [index, [heard]] of samples.entries())
    writeFileSync(path.join(folder, 'samples', `${index}.txt`), `${heard}\n`);
  writeFileSync(path.join(folder, 'samples', 'labels.json'), JSON.stringify(entries));
  return folder;
}
