/** How every function is bundled for Node 24 on Lambda: as one module, in lines that an error message can show. */
import path from 'node:path';
import type { BuildOptions } from 'esbuild';

export const BUNDLE_OPTIONS = {
  absWorkingDir: path.resolve(import.meta.dirname, '..'),
  bundle: true,
  minify: true,
  lineLimit: 500,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Of AWS's libraries as ES modules, a bundle holds what is used: 150 of 475 KB of the client for DynamoDB.
  mainFields: ['module', 'main'],
  alias: { '@aws-sdk/credential-provider-node': './functions/aws/credentials.ts' },
  // AWS's libraries require Node's modules, and `import` does not search a layer's `/opt/nodejs/node_modules`.
  banner: {
    js:
      "import { createRequire as createRequireForLayers } from 'node:module';" +
      'const require = createRequireForLayers(import.meta.url);',
  },
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;
