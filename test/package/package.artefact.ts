/** The package made by `npm run package`, installed in a folder that has nothing else of this repository. */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { CloudFormationClient, DescribeChangeSetCommand } from '@aws-sdk/client-cloudformation';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listFiles } from '../../layers/folder.ts';
import { lockedPackage, nativePackages } from '../../layers/packages.ts';
import { PACKAGE_NAME } from '../../project/command-line.ts';
import { projectDirectory } from '../../project/paths.ts';
import { CREDENTIALS } from '../functions/support/fake-service.ts';
import { startMotoServer } from '../lib/creation/moto-server.ts';
import { stranger } from '../model-repository/support.ts';
import { newFolder } from '../support/new-folder.ts';
import { installConsumer, packRepository, readJson, runNode, succeed } from './consumer-app.ts';
import { startService } from './started-service.ts';

const { archive, unpacked } = await packRepository();
const app = await installConsumer(archive, unpacked);
const subsecond = join(app, 'node_modules', PACKAGE_NAME, 'bin/subsecond.js');
const compiled = await runNode(app, join(projectDirectory, 'node_modules/typescript/bin/tsc'));
const LOAD = ['load', 'poisson', '--local', '--model', 'digits'];
const artillery = join(projectDirectory, 'load-tests/node_modules/artillery');

/** Makes this Node behave like Node 20.12. npm installs the package there, but the package cannot serve. */
const OLDER = encodeURIComponent(`
import { registerHooks, syncBuiltinESMExports } from 'node:module';
Object.defineProperty(process.versions, 'node', { value: '20.12.0' });
delete globalThis.Float16Array;
delete process.getBuiltinModule('node:zlib').crc32;
syncBuiltinESMExports();
registerHooks({
  resolve(name, context, next) {
    if (name === 'node:sqlite') throw new Error('this Node has no node:sqlite');
    return next(name, context);
  },
});`);
const older = ['--import', `data:text/javascript,${OLDER}`, subsecond];

const BARE = [stranger('colours.onnx'), '--labels', stranger('colours.txt')];
const DEPLOY = ['deploy', ...BARE, '--mean', '0', '--std', '1'];

it('The package is a few megabytes of JavaScript with typings: no weights, no tests, no sources', () => {
  const paths = listFiles(unpacked).map(({ path }) => path);

  expect(statSync(archive).size).toBeLessThan(3_000_000);
  const own = /\.onnx$|^(test|models|training|node_modules)\/|(?<!\.d)\.[mc]?ts$/;
  expect(paths.filter((path) => own.test(path))).toEqual([]);
  const functions = ['dist/function/index.mjs', 'dist/authorizer/index.mjs'];
  const given = ['README.md', 'LICENSE', 'lib/index.cjs', 'lib/index.d.cts', ...functions];
  expect(paths).toEqual(expect.arrayContaining(given));
});

it('The package depends on what its files import and on what layers are built of, as the repository does', async () => {
  const { metafile } = await build({
    absWorkingDir: unpacked,
    entryPoints: globSync('**/*.{js,mjs}', { cwd: unpacked, exclude: ['dist/**'] }),
    outdir: 'unwritten',
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    bundle: true,
    packages: 'external',
    logLevel: 'error',
  });
  const outside = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path, external }) => external && !isBuiltin(path))
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  const { dependencies, peerDependencies } = readJson(join(unpacked, 'package.json'));

  expect(Object.keys({ ...dependencies, ...peerDependencies })).toEqual(expect.arrayContaining(outside));
  const ofLayers = nativePackages('x86_64').map(({ name }) => [name, lockedPackage(name).version]);
  const forAll = ofLayers.filter(([name = '']) => !name.startsWith('@img/sharp-'));
  expect(dependencies).toMatchObject(Object.fromEntries(forAll));
  const { artillery } = readJson(join(projectDirectory, 'load-tests/package.json')).dependencies;
  expect(peerDependencies).toMatchObject({ artillery });
});

describe('A CDK app that has installed the package', () => {
  it('compiles under the strictest options, our typings checked, too', () => {
    // Errors in the CDK's own typings are left out.
    const lines = compiled.output.split('\n');
    expect(lines.filter((line) => /^(app|node_modules\/@subsecond-ml)/.test(line))).toEqual([]);
  });

  it('synthesises two models with its own table, domain and key, without Docker', async () => {
    const cdk = join(projectDirectory, 'node_modules/aws-cdk/bin/cdk');
    const quiet = ['--quiet', '--no-notices'];
    await succeed(app, cdk, 'synth', ...quiet, '--app', 'node out/app.js');

    const template = JSON.parse(readFileSync(join(app, 'cdk.out/Shop.template.json'), 'utf8'));
    const types = Object.values<{ Type: string }>(template.Resources).map(({ Type }) => Type);
    const counts = [
      'Lambda::Function',
      'Lambda::LayerVersion',
      'ApiGatewayV2::Api',
      'Route53::RecordSet',
    ].map((type) => types.filter((one) => one === `AWS::${type}`).length);
    expect(counts).toEqual([2, 3, 1, 2]);
    expect(JSON.stringify(template)).toContain('"DisableExecuteApiEndpoint":true');
    expect(JSON.stringify(template)).toContain('kms:Decrypt');
    const models = ['models/digits/ensemble.json', 'models/colours/first.onnx'];
    const runtime = 'nodejs/node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1';
    for (const file of ['index.mjs', ...models, runtime])
      expect(globSync(`cdk.out/asset.*/${file}`, { cwd: app }), file).toHaveLength(1);
  });
});

describe('The installed command', () => {
  it('prints its commands and its version, and refuses unknown commands', async () => {
    const output = await succeed(app, subsecond, '--help');
    for (const command of ['start', 'add', 'eval', 'load', 'deploy', 'rollback', 'destroy', 'cost']) {
      expect(output).toMatch(new RegExp(`^  ${command} `, 'm'));
      const help = await succeed(app, ...older, command, '--help');
      expect(`${output}\n${help}`.split('\n').filter(({ length }) => length > 100)).toEqual([]);
    }

    for (const typed of ['help', '-h']) expect(await succeed(app, subsecond, typed)).toBe(output);
    expect(await succeed(app, subsecond, '-v')).toMatch(/^\d+\.\d+\.\d+/);

    for (const [typed, remedy] of [
      ['strat', 'did you mean start?'],
      ['dance', `npx ${PACKAGE_NAME} --help lists them`],
    ] as const) {
      const output = `There is no command "${typed}": ${remedy}\n`;
      expect(await runNode(app, subsecond, typed)).toEqual({ code: 2, output });
    }
  });

  it('says how to run it with the Node that it needs', async () => {
    const { code, output } = await runNode(app, ...older, 'start');

    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^subsecond start needs Node 24 or later, .+\nnpx --package/),
    ]);
  });

  it('prints the help of deployments without the CDK, and says how to install the CDK', async () => {
    const alone = newFolder();
    cpSync(unpacked, alone, { recursive: true });
    mkdirSync(join(alone, 'node_modules'));
    const packages = readdirSync(join(app, 'node_modules')).filter((name) => !/cdk|^constructs$/.test(name));
    for (const name of packages)
      symlinkSync(join(app, 'node_modules', name), join(alone, 'node_modules', name));
    const program = join(alone, 'bin/subsecond.js');

    for (const command of ['deploy', 'rollback', 'destroy'])
      expect(await succeed(alone, program, command, '--help')).toContain(`${PACKAGE_NAME} ${command} `);
    const { code, output } = await runNode(alone, program, ...DEPLOY);

    expect([code, output]).toEqual([1, expect.stringContaining('npm install --save-dev aws-cdk')]);
  });

  it.each(['start', 'serve', 'run'])('%s says how to name a model if there is none', async (typed) => {
    const { code, output } = await runNode(newFolder(), subsecond, typed);

    expect(code).toBe(2);
    expect(output.replaceAll(/\s+/g, ' ')).toMatch(
      /there is no model in .+models: name an ONNX file \(npx .+ start \.\/model\.onnx\)/,
    );
  });

  it('serves an ONNX file named in place of a command, in an empty folder, and keeps its data there', async () => {
    const folder = newFolder();
    const scale = ['--mean', '0.485,0.456,0.406', '--std', '0.229,0.224,0.225'];
    const { url, ended } = await startService(folder, subsecond, ...BARE, ...scale);

    const response = await fetch(`${url}/predictions/colours`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', 'idempotency-key': 'one' },
      body: readFileSync(stranger('green.png')),
    });

    expect(response.status).toBe(200);
    expect(response.headers.get('x-subsecond-prediction')).toBe('green');
    expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
    expect(existsSync(join(folder, '.subsecond/cache.db'))).toBe(true);
    expect(await ended()).toBe(0);
  });

  it('add, eval and cost work in the folder where they are called, and name commands with npx', async () => {
    const folder = newFolder();
    const added = await succeed(folder, subsecond, 'add', stranger('digits-keras.onnx'));
    expect(added).toContain(`npx ${PACKAGE_NAME} start digits-keras`);
    expect(existsSync(join(folder, 'models/digits-keras/ensemble.json'))).toBe(true);

    const judged = await succeed(folder, subsecond, 'eval', 'digits-keras', '--images', stranger('samples'));
    expect(judged).toContain('of 10');

    const workload = ['--rps', '7', '--fresh', '150', '--provisioned', '8'];
    expect(await succeed(folder, subsecond, 'cost', ...workload)).toMatch(/\$\d/);
  });

  it('deploy --dry-run makes a template from a bare ONNX file; without it, deploy checks the account first', async () => {
    const output = await succeed(app, subsecond, ...DEPLOY, '--dry-run');

    expect(output).toContain('Ready for AWS');
    const assembly = join(app, 'dist/cloud/subsecond-colours-dev');
    const template = readFileSync(join(assembly, 'subsecond-colours-dev.template.json'), 'utf8');
    for (const type of ['AWS::Lambda::Alias', 'AWS::ApiGatewayV2::Api', 'Custom::ReleaseCheck'])
      expect(template).toContain(`"${type}"`);
    for (const file of ['index.mjs', 'release-check.mjs', 'models/colours/ensemble.json'])
      expect(globSync(`asset.*/${file}`, { cwd: assembly }).length, file).toBeGreaterThan(0);
    // The command checks the account before it builds anything. This account cannot be reached.
    const nowhere = { ...CREDENTIALS, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };
    for (const [name, value] of Object.entries(nowhere)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const refused = await runNode(app, subsecond, ...DEPLOY);
    expect(refused.code, refused.output).toBe(1);
    expect(refused.output).toContain('AWS does not respond (ECONNREFUSED');
    expect(refused.output).not.toContain('Ready for AWS');
  });

  it('deploy makes a change set from a bare ONNX file in moto, with the CDK’s own bootstrap, uploads and roles', async () => {
    const endpoint = await startMotoServer();
    const cdk = join(projectDirectory, 'node_modules/aws-cdk/bin/cdk');
    await succeed(app, cdk, 'bootstrap', '--app', '', 'aws://123456789012/eu-west-1');

    const output = await succeed(app, subsecond, ...DEPLOY, '--change-set', '--yes');

    expect(output).toContain('Account 123456789012, region eu-west-1: ready for subsecond-colours-dev.');
    const stack = 'subsecond-colours-dev';
    const file = join(app, `dist/cloud/${stack}/${stack}.template.json`);
    const { Changes = [] } = await new CloudFormationClient({ endpoint }).send(
      new DescribeChangeSetCommand({ StackName: stack, ChangeSetName: 'cdk-deploy-change-set' }),
    );
    const changed = Changes.map(({ ResourceChange }) => ResourceChange?.LogicalResourceId);
    const { Resources } = JSON.parse(readFileSync(file, 'utf8'));
    expect(changed.toSorted()).toEqual(Object.keys(Resources).toSorted());
  });

  it('load says what to install when Artillery is missing', async () => {
    const { code, output } = await runNode(app, subsecond, ...LOAD);

    expect(code).toBe(1);
    expect(output).toMatch(/^Artillery is not installed yet: run npm install --save-dev artillery@[\d.]+\n$/);
  });

  it.skipIf(!existsSync(artillery))('load runs its scenarios with the Artillery beside it', async () => {
    symlinkSync(artillery, join(app, 'node_modules/artillery'), 'junction');

    const { output } = await runNode(app, subsecond, ...LOAD, '--rate', '3', '--duration', '5');

    expect(output).toMatch(/^- responses by the contract: passed, /m);
    // In five seconds, there are too few responses to prove the share of right ones.
    expect(output).toMatch(/^- right responses: \*\*not proven\*\*, (\d+) of \1 /m);
    const { output: priced } = await runNode(app, subsecond, 'cost', '--provisioned', '1');
    expect(priced).toMatch(/^Load from load-tests.reports.poisson-/m);
  });
});
