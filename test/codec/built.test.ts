import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type BuildRecord, hashFile, hashSources, moduleFile, recordFile } from '../../codec/record.ts';

const built: BuildRecord = JSON.parse(readFileSync(recordFile, 'utf8'));

describe('the module that decodes pictures', () => {
  it('is the one that was built', () => {
    expect(hashFile(moduleFile)).toBe(built.module);
  });

  it('was built from the sources as they are', () => {
    expect(hashSources()).toBe(built.sources);
  });

  it('imports nothing but its way to fail', async () => {
    const { WebAssembly } = globalThis as unknown as {
      WebAssembly: {
        compile(bytes: Uint8Array): Promise<object>;
        Module: { imports(module: object): { module: string; name: string }[] };
      };
    };
    const imports = WebAssembly.Module.imports(await WebAssembly.compile(readFileSync(moduleFile)));

    expect(imports).toEqual([{ module: 'host', name: 'fail', kind: 'function' }]);
  });
});
