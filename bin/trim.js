/**
 * Deletes what this machine does not need: libraries of ONNX Runtime and of tokenizers for other platforms, the package from
 * which npm's package `node` took its program, and TypeScript if this installation only serves. In another project, it deletes
 * only the libraries. npm runs it after an installation of the repository, unless `--ignore-scripts` is set; then everything
 * works, but takes more room. Users of the package may run it. It is plain JavaScript, so an old Node can run it.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isRepository = !/[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url));
/** An installed package lies two folders deep in the project's node_modules, because its name has a scope. */
const packages = fileURLToPath(new URL(isRepository ? '../node_modules' : '../../..', import.meta.url));

/** An installation that only serves (npm ci --omit=dev) has no CDK, builds no layers for Lambda, and compiles nothing. */
const deploys = existsSync(join(packages, 'aws-cdk-lib'));

/** npm installs TypeScript, although it is only an optional peer dependency of valibot. */
const COMPILER = ['typescript', '@typescript', '.bin/tsc', '.bin/tsc.cmd', '.bin/tsc.ps1'];

const superfluous = foreignLibraries();
if (isRepository) superfluous.push(join(packages, 'node', 'node_modules'));
if (isRepository && !deploys) superfluous.push(...COMPILER.map((path) => join(packages, path)));
for (const path of superfluous) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    // A file may be in use, or protected. The installation works all the same.
    console.error(`${path} could be deleted, but was not: ${error.message}`);
  }
}

/**
 * Libraries for unneeded platforms. Those of ONNX Runtime are in folders `bin/napi-v<n>/<platform>/<processor>`. Those of the
 * package `tokenizers` are files named `tokenizers.<platform>-<processor>[-<abi>].node`.
 */
function foreignLibraries() {
  const platforms = folders(join(packages, 'onnxruntime-node', 'bin')).flatMap(folders);
  const runtimes = platforms.flatMap(folders).map((folder) => [folder, ...folder.split(/[\\/]/).slice(-2)]);
  const root = join(packages, 'tokenizers');
  const files = existsSync(root) ? readdirSync(root).filter((file) => file.endsWith('.node')) : [];
  const tokenizers = files.map((file) => [join(root, file), ...file.split('.')[1].split('-', 2)]);
  const foreign = [...runtimes, ...tokenizers].filter(([, ...target]) => !isNeeded(...target));
  return foreign.map(([path]) => path);
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
