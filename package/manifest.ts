/** The package.json of what npm installs: every version and name is the repository's own. */
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { lockedPackage, nativePackages } from '../layers/packages.ts';
import { architectures, projectDirectory } from '../project/paths.ts';

/** Fields that are the repository's own. */
const OWN = ['name', 'version', 'description', 'keywords', 'type', 'license', 'engines'];
/**
 * Who uses the constructs has them; npm installs one for all. 2.231 is the first aws-cdk-lib that knows Managed Instances, and
 * what the oldest can do is tried in test/package/projects.artefact.ts.
 */
const PEERS = { 'aws-cdk-lib': '^2.231.0', constructs: '^10.0.5' };
/** Only who wants alarms and dashboards needs the first, and who deploys by the command alone both. */
const OPTIONAL_PEERS = ['cdk-monitoring-constructs', 'aws-cdk'];

/**
 * @param imported the packages that the compiled files import
 * @throws Error naming a package that the repository has for its developers alone
 */
export function packagedManifest(imported: readonly string[]) {
  const own = readManifest('package.json');
  const { artillery } = readManifest('load-tests/package.json').dependencies;
  const optional = OPTIONAL_PEERS.map((peer) => [peer, `^${own.devDependencies[peer]}`]);
  const peers = { ...PEERS, ...Object.fromEntries(optional) };
  const dependencies = imported
    .filter((needed) => !(needed in peers))
    .map((needed) => {
      const version: string | undefined = own.dependencies[needed];
      if (version !== undefined) return [needed, version] as const;
      throw new Error(`The package imports ${needed}, which is none of the dependencies in package.json.`);
    });
  // Those that the layers are built of, in exactly these versions; npm brings what is made for one processor by itself.
  const ofLayers = nativePackages('x86_64')
    .map(({ name }) => ({ name, ...lockedPackage(name) }))
    .filter(({ cpu }) => cpu === undefined)
    .map(({ name, version }) => [name, version] as const);
  return {
    ...Object.fromEntries(OWN.map((field) => [field, own[field]])),
    bin: { subsecond: 'bin/subsecond.js' },
    // What resolves modules as before "exports" finds the monitoring by its folder.
    main: './lib/index.cjs',
    types: './lib/index.d.cts',
    exports: {
      '.': entry('./lib/index'),
      './monitoring': entry('./lib/monitoring/index'),
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(
      [...dependencies, ...ofLayers].sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    peerDependencies: { ...peers, artillery },
    peerDependenciesMeta: Object.fromEntries(
      [...OPTIONAL_PEERS, 'artillery'].map((peer) => [peer, { optional: true }]),
    ),
  };
}

/** The part of package-lock.json that builds the layers. */
export function lockOfLayers() {
  const names = new Set(architectures.flatMap(nativePackages).map(({ name }) => name));
  const entries = [...names].map((name) => {
    const { version, integrity } = lockedPackage(name);
    return [`node_modules/${name}`, { version, integrity }];
  });
  return { packages: Object.fromEntries(entries) };
}

/** The packages that compiled files import, by name and sorted. */
export async function externalPackages(directory: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: directory,
    entryPoints: globSync('**/*.{js,mjs}', { cwd: directory, exclude: ['dist/**'] }),
    outdir: 'unwritten',
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    bundle: true,
    packages: 'external',
    logLevel: 'error',
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  // `@scope/name` or `name` of `@scope/name/file`.
  const names = imported
    .filter(({ external }) => external)
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].filter((name) => !isBuiltin(name)).sort();
}

function entry(file: string) {
  return { types: `${file}.d.cts`, default: `${file}.cjs` };
}

function readManifest(file: string) {
  return JSON.parse(readFileSync(join(projectDirectory, file), 'utf8'));
}
