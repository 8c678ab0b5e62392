import { fileURLToPath } from 'node:url';
import type { Template } from 'aws-cdk-lib/assertions';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { synthesise } from './test-deployment.ts';

/** What Lambda itself does with the function's role: it writes the log. */
const actionsOfLambda = ['logs:CreateLogStream', 'logs:PutLogEvents'];

/** A name imported from one of AWS's clients. */
interface SdkImport {
  readonly client: string;
  readonly name: string;
}

/**
 * What a module imports from AWS's clients, after esbuild has followed every import of the sources and dropped
 * what is not used. Packages are not followed: a client imports commands of its own that it never sends.
 */
async function findSdkImports(entry: { file: string } | { source: string }): Promise<SdkImport[]> {
  const { outputFiles } = await build({
    ...('file' in entry
      ? { entryPoints: [entry.file] }
      : { stdin: { contents: entry.source, loader: 'ts', resolveDir: import.meta.dirname } }),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    treeShaking: true,
    loader: { '.html': 'text', '.css': 'text', '.svg': 'text' },
    logLevel: 'silent',
  });
  const code = outputFiles.map(({ text }) => text).join('\n');
  const imports = [...code.matchAll(/import\s*([^;]*?)\s*from\s*"@aws-sdk\/([^"]+)"/g)];
  return imports.flatMap(([, names = '', module = '']) =>
    names
      .replace(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
      .filter((name) => name !== '')
      .map((name) => ({ client: module.replace(/^client-/, ''), name })),
  );
}

/** The IAM actions behind a list of imports: `GetItemCommand` of `client-dynamodb` is `dynamodb:GetItem`. */
function actionsOf(imports: readonly SdkImport[]): string[] {
  return imports
    .filter(({ name }) => name.endsWith('Command'))
    .map(({ client, name }) => `${client}:${name.replace(/Command$/, '')}`)
    .sort();
}

/** Every action of every statement that the function's role carries. */
function allowedActions(template: Template): string[] {
  const [fn] = Object.values(template.findResources('AWS::Lambda::Function'));
  const role: string = fn?.Properties.Role['Fn::GetAtt'][0];
  const policies = Object.values(template.findResources('AWS::IAM::Policy')).filter(({ Properties }) =>
    Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role),
  );
  return policies
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .flatMap(({ Action }: { Action: string | string[] }) => Action)
    .sort();
}

const functionEntry = fileURLToPath(new URL('../../functions/inference/index.ts', import.meta.url));

describe('the role of the function', () => {
  it('allows exactly what the function’s code calls', async () => {
    const called = actionsOf(await findSdkImports({ file: functionEntry }));

    const allowed = allowedActions(synthesise('prod')).filter((action) => !actionsOfLambda.includes(action));

    expect(called.length).toBeGreaterThan(0);
    expect(allowed).toEqual(called);
  });

  it('has nothing beside its own statements: no AWS policy, no policy of another', () => {
    const template = synthesise('prod');
    const [fn] = Object.values(template.findResources('AWS::Lambda::Function'));
    const role = template.findResources('AWS::IAM::Role')[fn?.Properties.Role['Fn::GetAtt'][0]];

    expect(role?.Properties).not.toHaveProperty('ManagedPolicyArns');
    expect(role?.Properties).not.toHaveProperty('Policies');
  });

  it('reaches one table and one log group, by name', () => {
    const [policy] = Object.values(synthesise('prod').findResources('AWS::IAM::Policy'));

    for (const { Resource } of policy?.Properties.PolicyDocument.Statement ?? []) {
      expect(Resource).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/Table|Log/), 'Arn'] });
    }
  });
});

describe('the function’s code', () => {
  it('uses commands one by one, so that what it calls can be read off its imports', async () => {
    const names = (await findSdkImports({ file: functionEntry })).map(({ name }) => name);

    // Neither `import * as`, nor the aggregated client `DynamoDB` with a method for every operation.
    for (const name of names) expect(name).toMatch(/(Command|Client|Exception|Error)$/);
  });
});

describe('the reading of imports', () => {
  it('sees a command that is used and overlooks one that is only imported', async () => {
    const imports = await findSdkImports({
      source: `import { DeleteItemCommand, type GetItemCommand, ScanCommand as Scan } from '@aws-sdk/client-dynamodb';
        console.log(new Scan({ TableName: 'a' })); export type T = GetItemCommand; void DeleteItemCommand.name;`,
    });

    expect(actionsOf(imports)).toEqual(['dynamodb:DeleteItem', 'dynamodb:Scan']);
  });
});
