import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles, totalBytes } from '../../layers/folder.ts';
import { buildRuntimeLayer } from '../../layers/layers.ts';
import { newFolder } from '../support/new-folder.ts';

const newLayer = () => join(newFolder(), 'layer');
const x86 = buildRuntimeLayer('x86_64', newLayer());
const files = listFiles(x86);
const paths = files.map(({ path }) => path);

describe('the runtime layer', () => {
  it('has the same files whenever it is built', () => {
    expect(listFiles(buildRuntimeLayer('x86_64', newLayer()))).toEqual(files);
  });

  it('has native code for one operating system and one processor', () => {
    const native = paths.filter((path) => /\.(node|so|dll|dylib)(\.[\d.]+)?$/.test(path));

    expect(native.length).toBe(5);
    for (const path of native) expect(path).toMatch(/linux[-/]x64/);
    expect(native.filter((path) => path.includes('cuda'))).toEqual([]);
  });

  it('has no files that only developers and installers read', () => {
    expect(paths.filter((path) => /\.(ts|cts|mts|map|mjs|h|gyp|cc)$|\/script\//.test(path))).toEqual([]);
  });

  it('has the licence of every package, even if the package lacks it', () => {
    const forgotten = ['ONNXRUNTIME', 'LGPL-3.0', 'GPL-3.0'].map((name) => `licences/${name}.txt`);
    const named = ['@img/colour/LICENSE.md', '@img/sharp-libvips-linux-x64/README.md'];
    const plain = ['sharp', '@img/sharp-linux-x64', 'detect-libc', 'semver', 'tokenizers'].map(
      (name) => `${name}/LICENSE`,
    );
    const own = [...named, ...plain].map((path) => `nodejs/node_modules/${path}`);

    expect(paths).toEqual(expect.arrayContaining([...forgotten, ...own]));
  });

  it('has only files and folders, because a layer cannot have links', () => {
    expect(paths.filter((path) => !lstatSync(join(x86, path)).isFile())).toEqual([]);
  });

  it('leaves seven tenths of Lambda’s limit to the models', () => {
    expect(totalBytes(files)).toBeLessThan(262_144_000 / 4 + 9_000_000);
  });
});
