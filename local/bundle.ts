import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from './options.ts';

const BUNDLE = join(PROJECT_DIRECTORY, 'dist', 'function');

/**
 * The folder of the function's bundle, the bytes that Lambda runs. Bundles when there is none or when a
 * source is newer; otherwise neither the bundler nor the sources are touched.
 */
export async function provideBundle(): Promise<string> {
  const file = join(BUNDLE, 'index.mjs');
  if (!existsSync(file) || statSync(file).mtimeMs < newestSource()) {
    const { bundleFunction } = await import('../functions/bundle.ts');
    await bundleFunction(BUNDLE);
  }
  return BUNDLE;
}

/** When the function, its page or the versions of its libraries last changed, epoch milliseconds. */
function newestSource(): number {
  const directory = join(PROJECT_DIRECTORY, 'functions');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((file) =>
    join(directory, file),
  );
  files.push(join(PROJECT_DIRECTORY, 'package-lock.json'));
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
