import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './fixture-service.ts';

/** A task's folder with nothing but an `ensemble.json`, for functions that load no model. */
export function taskFolder(task: string, fields: object = {}): string {
  const folder = join(temporaryFolder(), task);
  mkdirSync(folder);
  const members = [{ name: 'only', file: 'only.onnx' }];
  writeFileSync(join(folder, 'ensemble.json'), JSON.stringify({ task, kind: 'tensor', members, ...fields }));
  return folder;
}
