import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDirectory } from '../../project/paths.ts';

const codec = join(projectDirectory, 'codec');
/** The lines of built.sha256: the archive comes first, the module last, and our own sources between them. */
const [, ...built] = readFileSync(join(codec, 'built.sha256'), 'utf8').trim().split(/\r?\n/);
const module = built.at(-1)!.split('  ')[1]!;

/** A line in the format of `sha256sum`, whatever the line ends of the checkout. */
function hashed(file: string): string {
  const bytes = readFileSync(join(codec, file));
  const content = file === module ? bytes : bytes.toString('utf8').replaceAll('\r', '');
  return `${hash('sha256', content)}  ${file}`;
}

describe('the module that decodes pictures', () => {
  it('was built from the present sources', () => {
    const sources = readdirSync(join(codec, 'source')).sort();

    expect([...sources.map((file) => `source/${file}`), module].map(hashed)).toEqual(built);
  });

  it('imports only the function with which it reports a failure', async () => {
    const { WebAssembly } = globalThis as unknown as {
      WebAssembly: {
        compile(bytes: Uint8Array): Promise<object>;
        Module: { imports(module: object): { module: string; name: string }[] };
      };
    };
    const bytes = readFileSync(join(codec, module));
    const imports = WebAssembly.Module.imports(await WebAssembly.compile(bytes));

    expect(imports).toEqual([{ module: 'host', name: 'fail', kind: 'function' }]);
  });
});
