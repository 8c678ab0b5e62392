import { type Architecture, nodeArchitecture } from './places.ts';

/** An npm package of the runtime layer, and which of its files the layer carries. */
export interface NativePackage {
  readonly name: string;
  /** A file goes into the layer when its path inside the package matches. */
  readonly keep: RegExp;
  /** A file that the installed package lacks where it was trimmed to this machine (`bin/trim.js`). */
  readonly needs?: RegExp;
}

/**
 * The packages of the runtime layer and, of each, the files that are read at run time plus its licence.
 * Everything is reached through `require` (a layer is not on the path of `import`), so ES module copies are
 * left out like type declarations, source maps, sources, headers and other platforms' binaries. Execution
 * providers for accelerators, which an unguarded install of ONNX Runtime downloads beside the CPU library,
 * are left out too: Lambda has none.
 */
export function nativePackages(architecture: Architecture): NativePackage[] {
  const cpu = nodeArchitecture[architecture];
  return [
    {
      name: 'onnxruntime-node',
      keep: new RegExp(
        `^(package\\.json|dist/.+\\.js|bin/napi-v\\d+/linux/${cpu}/(libonnxruntime\\.so[.\\d]*|.+\\.node))$`,
      ),
      needs: new RegExp(`^bin/napi-v\\d+/linux/${cpu}/.+\\.node$`),
    },
    { name: 'onnxruntime-common', keep: /^(package\.json|dist\/cjs\/.+\.(js|json))$/ },
    { name: 'sharp', keep: /^(package\.json|LICENSE|dist\/.+\.cjs)$/ },
    { name: '@img/colour', keep: /^(package\.json|LICENSE\.md|.+\.cjs)$/ },
    { name: `@img/sharp-linux-${cpu}`, keep: /^(package\.json|LICENSE|index\.cjs|lib\/.+\.node)$/ },
    {
      // README.md lists the licence of every library linked into libvips-cpp.
      name: `@img/sharp-libvips-linux-${cpu}`,
      keep: /^(package\.json|versions\.json|README\.md|lib\/index\.js|lib\/libvips-cpp\.so[.\d]*)$/,
    },
    { name: 'detect-libc', keep: /^(package\.json|LICENSE|lib\/.+\.js)$/ },
    {
      name: 'semver',
      keep: /^(package\.json|LICENSE|(classes|functions|internal|ranges)\/.+\.js|index\.js)$/,
    },
  ];
}
