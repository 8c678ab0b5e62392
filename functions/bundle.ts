/** Builds the Lambda functions and the pages (`npm run build`). The same sources give the same bytes. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild';
import { DOCUMENTATION_FILE, PAGE_FILE } from './inference/information/page.ts';
import { MODULE_FILE } from './inference/pipelines/picture/wasm/picture-module.ts';
import { buildDocumentation, buildPage } from './page/build.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const MODULE_SOURCE = `functions/inference/pipelines/picture/wasm/${MODULE_FILE}`;

/** A bundle is one module for Node 24. Its lines are short enough for error messages. */
const BUNDLE_OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  lineLimit: 500,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Tree shaking works with AWS's ES modules only: of the DynamoDB client, 150 KB remain, not 475.
  mainFields: ['module', 'main'],
  alias: { '@aws-sdk/credential-provider-node': './functions/aws/credentials.ts' },
  // Defines `require`: AWS's libraries call it, and `import` does not search a layer's `/opt/nodejs/node_modules`.
  banner: {
    js:
      "import { createRequire as createRequireForLayers } from 'node:module';" +
      'const require = createRequireForLayers(import.meta.url);',
  },
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Packages with native libraries are not bundled. On this machine, they are in `node_modules`, and on Lambda in a layer. */
const PACKAGES_OUTSIDE = ['onnxruntime-node', 'onnxruntime-common', 'sharp', 'tokenizers'];

/**
 * Loads these packages and Node's own modules by `require`, because an `import` of Node's modules also loads parts that Node
 * otherwise loads at their first use. For `node:http`, these parts include `fetch` with all its modules, which take 40 ms of
 * every cold start.
 */
const requireWhatIsOutside: Plugin = {
  name: 'require-what-is-outside',
  setup(build) {
    const filter = new RegExp(`^(node:.*|${PACKAGES_OUTSIDE.join('|')})$`);
    build.onResolve({ filter }, ({ path, namespace }) =>
      namespace === 'outside' ? { path, external: true } : { path, namespace: 'outside' },
    );
    build.onLoad({ filter: /.*/, namespace: 'outside' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Bundles `functions/inference` for Node 24 as `index.mjs`, handler `index.handler`.
 *
 * The pages of `functions/page` and `functions/documentation` lie beside it as `page.json` and `documentation.json`, because they
 * are read only when somebody opens a page. The module that decodes pictures also lies beside it.
 *
 * @returns `bytes` is the size of `file`
 */
export async function bundleFunction(outputDirectory: string) {
  const file = path.join(outputDirectory, 'index.mjs');
  const pages = Promise.all([buildPage(), buildDocumentation()]);
  const { outputFiles } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: ['functions/inference/index.ts'],
    outfile: file,
    write: false,
    plugins: [requireWhatIsOutside],
  });
  const { contents } = outputFiles[0] as OutputFile;
  await mkdir(outputDirectory, { recursive: true });
  const [page, documentation] = await pages;
  await replaceFile(path.join(outputDirectory, PAGE_FILE), JSON.stringify(page));
  await replaceFile(path.join(outputDirectory, DOCUMENTATION_FILE), JSON.stringify(documentation));
  await replaceFile(path.join(outputDirectory, MODULE_FILE), await readFile(path.join(ROOT, MODULE_SOURCE)));
  // Written last, because the age of this file counts as the age of the bundle.
  await replaceFile(file, contents);
  return { directory: outputDirectory, file, bytes: contents.length };
}

/** Permissions of files. Lambda reads files as another user, so this machine's umask must not matter. */
const READABLE = 0o644;

/** Replaces a file. A concurrent reader finds the old content or the new content, but never a part. */
async function replaceFile(file: string, contents: string | Uint8Array): Promise<void> {
  const scratch = `${file}.${randomUUID()}`;
  await writeFile(scratch, contents);
  await chmod(scratch, READABLE);
  await rename(scratch, file);
}

/** Bundles one of the other functions into a file. @param folder of the function, below `functions/` */
export async function bundleSmallFunction(folder: string, outfile: string): Promise<void> {
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: [`functions/${folder}/index.ts`],
    outfile,
    // The release check and the page share a file that loads sharp for thumbnails. The check itself never loads sharp.
    external: ['sharp'],
  });
  await chmod(outfile, READABLE);
}
