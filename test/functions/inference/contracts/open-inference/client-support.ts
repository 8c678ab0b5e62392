/** What tests of other people's clients have in common: a service, and a program that uses it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from '../../../../../local/service.ts';
import { newFolder } from '../../../../support/new-folder.ts';
import { TINY_ENSEMBLE, UNHURRIED } from '../../../support/tiny.ts';

const run = promisify(execFile);

/** Serves `colours` for the tests of a `describe`. @returns its address, once a test runs */
export function serveColours(): () => string {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await startService({
      models: [TINY_ENSEMBLE],
      port: 0,
      workers: 1,
      dataDirectory: newFolder(),
      environment: UNHURRIED,
    });
  });
  afterAll(() => service?.stop());
  return () => service!.url;
}

/** What a program prints as JSON in its last line. */
export async function jsonFrom(python: string, program: string, argument: string) {
  const { stdout } = await run(python, ['-c', program, argument]);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
}
