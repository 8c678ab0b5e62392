/** The bundler's process stayed as long as the service that had needed it once: it is ended after its work. */
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { provideBundle } from '../../../local/bundle.ts';
import { PROJECT_DIRECTORY } from '../../../local/options.ts';

const bundleFunction = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('../../../functions/bundle.ts', () => ({ bundleFunction }));

/** Command lines of this process's children; Linux tells them. */
function children(): string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      if (Number(parent) === process.pid) found.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

describe.runIf(process.platform === 'linux')('The bundler', () => {
  it('has no process any more when its work is done', async () => {
    makeOld(join(PROJECT_DIRECTORY, 'dist', 'function', 'index.mjs'));
    let during: string[] = [];
    // As little work as starts its process.
    bundleFunction.mockImplementation(async () => {
      await transform('1');
      during = bundlers();
    });

    await provideBundle();

    expect(during).toHaveLength(1);
    await expect.poll(bundlers).toEqual([]);
  });
});

function bundlers(): string[] {
  return children().filter((command) => command.includes('esbuild'));
}

/** Older than its sources until the test is over. */
function makeOld(file: string): void {
  if (!existsSync(file)) return;
  const { atime, mtime } = statSync(file);
  onTestFinished(() => utimesSync(file, atime, mtime));
  utimesSync(file, 0, 0);
}
