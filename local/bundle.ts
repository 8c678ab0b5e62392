import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeUnwritable } from './data-directory.ts';
import { PROJECT_DIRECTORY } from './options.ts';
import { ServiceError } from './service-error.ts';

const BUNDLE = join(PROJECT_DIRECTORY, 'dist', 'function');

let bundling: Promise<void> | undefined;

/**
 * The folder of the function's bundle, the bytes that Lambda runs. Bundles when there is none or when a
 * source is newer; otherwise neither the bundler nor the sources are touched.
 *
 * @throws {ServiceError} when it cannot be written
 */
export async function provideBundle(): Promise<string> {
  const file = join(BUNDLE, 'index.mjs');
  if (!existsSync(file) || statSync(file).mtimeMs < newestSource()) {
    bundling ??= bundle().finally(() => {
      bundling = undefined;
    });
    await bundling;
  }
  return BUNDLE;
}

async function bundle(): Promise<void> {
  const [{ bundleFunction }, bundler] = await Promise.all([
    import('../functions/bundle.ts'),
    import('esbuild'),
  ]);
  try {
    await bundleFunction(BUNDLE);
  } catch (error) {
    throw new ServiceError(describeUnwritable(BUNDLE) ?? (error as Error).message);
  } finally {
    // Its process would stay as long as this one.
    await bundler.stop();
  }
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
