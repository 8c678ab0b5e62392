/**
 * npm runs it at the end of an installation of the repository; a user of the package may run it. Deletes what packages bring along for other machines: ONNX Runtime's
 * libraries for five platforms, of which one is needed here, and the package that Node's program was taken out of,
 * with its headers. In another project it touches nothing but ONNX Runtime. Plain JavaScript, which an old Node can read as well; where it has not run (--ignore-scripts),
 * everything works and takes more room.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isRepository = !/[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url));
/** An installed package lies two folders deep in the project's node_modules, because its name has a scope. */
const packages = fileURLToPath(new URL(isRepository ? '../node_modules' : '../../..', import.meta.url));

/** An installation that only serves (npm ci --omit=dev) has no CDK, builds no layers for Lambda, and compiles nothing. */
const deploys = existsSync(join(packages, 'aws-cdk-lib'));

/** npm installs TypeScript for valibot, which only names it as something that might be there. */
const COMPILER = ['typescript', '@typescript', '.bin/tsc', '.bin/tsc.cmd', '.bin/tsc.ps1'];

const superfluous = foreignLibraries();
if (isRepository) superfluous.push(join(packages, 'node', 'node_modules'));
if (isRepository && !deploys) superfluous.push(...COMPILER.map((path) => join(packages, path)));
for (const path of superfluous) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    // A file in use, or nobody's to delete: no reason to call an installation failed.
    console.error(`${path} could be deleted, but was not: ${error.message}`);
  }
}

/** ONNX Runtime's, as `bin/napi-v<n>/<platform>/<processor>`. */
function foreignLibraries() {
  const root = join(packages, 'onnxruntime-node', 'bin');
  const platforms = folders(root).flatMap(folders);
  return platforms.flatMap(folders).filter((folder) => !isNeeded(...folder.split(/[\\/]/).slice(-2)));
}

function isNeeded(platform, processor) {
  if (deploys && platform === 'linux') return true;
  return platform === process.platform && processor === process.arch;
}

function folders(parent) {
  if (!existsSync(parent)) return [];
  const entries = readdirSync(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
}
