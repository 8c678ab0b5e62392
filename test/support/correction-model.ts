/** Folders of a tiny model of the pipeline `text-correction`, with samples and the contract `esun-2022`. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { changeManifest, fixture, writeSamples } from './fixtures.ts';
import { newFolder } from './new-folder.ts';

export const TINY_CORRECTION = fixture('tiny-correction');

/** The hypotheses, one per line, and the sentence that was said. */
export type HeardAndSaid = readonly [heard: string, said: string];

/** Creates a folder with a model. Its members know 再見, 在家 and 今天. */
export function correctionModel(samples: readonly HeardAndSaid[] = []): string {
  const folder = newFolder();
  cpSync(TINY_CORRECTION, folder, { recursive: true });
  changeManifest(folder, { contracts: ['esun-2022'] });
  const files = samples.map(([heard, label], index) => ({
    file: `${index}.txt`,
    content: `${heard}\n`,
    label,
  }));
  writeSamples(path.join(folder, 'samples'), files);
  return folder;
}
