import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ServiceOptions } from '../../../local/options.ts';
import { type Service, startService } from '../../../local/service.ts';

export const FIXTURES = join(import.meta.dirname, '..', 'fixtures');

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'subsecond-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/**
 * Starts a service around one of the handlers in `fixtures`, on any free port and without a table, and
 * ends it with the test.
 */
export async function startFixture(handler: string, options: ServiceOptions = {}): Promise<Service> {
  const service = await startService({
    port: 0,
    functionDirectory: FIXTURES,
    handler: `${handler}.handler`,
    dataDirectory: options.dataDirectory ?? temporaryFolder(),
    cache: false,
    provisioned: 1,
    maxConcurrency: 1,
    ...options,
  });
  onTestFinished(() => service.kill());
  return service;
}
