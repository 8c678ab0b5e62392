import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import {
  authorizerDirectory,
  functionDirectory,
  programFile,
  projectDirectory,
  sampleRequestsDirectory,
} from '../project/places.ts';

/** Bundles the functions as `npm run build` does, and puts them where the installed package looks for them. */
export async function addFunctions(directory: string): Promise<void> {
  await promisify(execFile)(process.execPath, [programFile('functions/bundle')]);
  for (const bundle of [functionDirectory, authorizerDirectory, sampleRequestsDirectory]) {
    cpSync(bundle, join(directory, relative(projectDirectory, bundle)), { recursive: true });
  }
}
