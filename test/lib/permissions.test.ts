import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Template } from 'aws-cdk-lib/assertions';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../functions/inference/cache/dynamodb/dynamo-client.ts';
import { synthesise } from './test-deployment.ts';

/** What Lambda itself does with the function's role: it writes the log. */
const actionsOfLambda = ['logs:CreateLogStream', 'logs:PutLogEvents'];

/** What the function's code imports of AWS's packages, once esbuild has followed its sources and dropped what is not used. */
async function findSdkImports(): Promise<string[]> {
  const { outputFiles } = await build({
    entryPoints: [functionEntry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: { '.html': 'text', '.css': 'text', '.svg': 'text' },
    logLevel: 'silent',
  });
  const code = outputFiles.map(({ text }) => text).join('\n');
  return [...code.matchAll(/(?:import|from|require)\W*["']@(?:aws-sdk|smithy)\/([^"']+)/g)].map(
    ([, name]) => name as string,
  );
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

const CACHE = new URL('../../functions/inference/cache/dynamodb/', import.meta.url);
const functionEntry = fileURLToPath(new URL('../../functions/inference/index.ts', import.meta.url));

describe('the role of the function', () => {
  it('allows exactly what the function’s code calls', async () => {
    const called = OPERATIONS.map((operation) => `dynamodb:${operation}`).sort();

    const allowed = allowedActions(synthesise('prod')).filter((action) => !actionsOfLambda.includes(action));

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
  it('has AWS’s client find keys on somebody’s machine, and calls nothing with it', async () => {
    const code = await readFile(fileURLToPath(new URL('credentials.ts', CACHE)), 'utf8');

    expect(await findSdkImports()).toEqual(['client-dynamodb']);
    expect(code).toContain("import('@aws-sdk/client-dynamodb')");
    expect(code).not.toMatch(/Command|\.send\(/);
  });
});
