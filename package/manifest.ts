import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackage } from '../layers/locked-package.ts';
import { nativePackages } from '../layers/native-packages.ts';
import { architectures } from '../layers/places.ts';
import { projectDirectory } from '../project/places.ts';

/** A package.json, as far as it is read here. */
interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/**
 * Who uses the constructs has them; npm installs one for all. 2.231 is the first aws-cdk-lib that knows Managed Instances, and
 * what the oldest can do is tried in test/package/projects.artefact.ts.
 */
const PEERS = { 'aws-cdk-lib': '^2.231.0', constructs: '^10.0.5' };
/** Only who wants alarms and dashboards needs the first, and who deploys by the command alone both. */
const OPTIONAL_PEERS = ['cdk-monitoring-constructs', 'aws-cdk'];

/**
 * The package.json of what npm installs: every version and name is the repository's own.
 *
 * @param imported the packages that the compiled files import
 * @throws Error naming a package that the repository has for its developers alone
 */
export function packagedManifest(imported: readonly string[]) {
  const own = readManifest('package.json');
  const { name, version, description, keywords, type, license, engines, devDependencies } = own;
  const { artillery } = readManifest('load-tests/package.json').dependencies;
  const optional = OPTIONAL_PEERS.map((peer) => [peer, `^${devDependencies[peer]}`]);
  const peers = { ...PEERS, ...Object.fromEntries(optional) };
  const dependencies = imported
    .filter((needed) => !(needed in peers))
    .map((needed) => [needed, versionOf(needed, own)]);
  return {
    name,
    version,
    description,
    keywords,
    type,
    license,
    engines,
    bin: { subsecond: 'bin/subsecond.js' },
    // What resolves modules as before "exports" finds the monitoring by its folder.
    main: './lib/index.cjs',
    types: './lib/index.d.cts',
    exports: {
      '.': entry('./lib/index'),
      './monitoring': entry('./lib/monitoring/index'),
      './package.json': './package.json',
    },
    dependencies: sorted(Object.fromEntries([...dependencies, ...packagesOfLayers()])),
    peerDependencies: { ...peers, artillery },
    peerDependenciesMeta: Object.fromEntries(
      [...OPTIONAL_PEERS, 'artillery'].map((peer) => [peer, { optional: true }]),
    ),
  };
}

/** The part of package-lock.json that builds the layers. */
export function lockOfLayers() {
  const names = architectures.flatMap((architecture) => nativePackages(architecture).map(({ name }) => name));
  const entries = [...new Set(names)].map((name) => {
    const { version, integrity } = lockedPackage(name);
    return [`node_modules/${name}`, { version, integrity }];
  });
  return { packages: Object.fromEntries(entries) };
}

/** Those that the layers are built of, in exactly these versions; npm brings what is made for one processor by itself. */
function packagesOfLayers(): [string, string][] {
  const names = nativePackages('x86_64').map(({ name }) => name);
  return names
    .map((name) => ({ name, locked: lockedPackage(name) }))
    .filter(({ locked }) => locked.cpu === undefined)
    .map(({ name, locked }) => [name, locked.version]);
}

function versionOf(name: string, { dependencies }: Manifest): string {
  const version = dependencies[name];
  if (version === undefined)
    throw new Error(`The package imports ${name}, which is none of the dependencies in package.json.`);
  return version;
}

function entry(file: string) {
  return { types: `${file}.d.cts`, default: `${file}.cjs` };
}

function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function readManifest(file: string) {
  return JSON.parse(readFileSync(join(projectDirectory, file), 'utf8'));
}
