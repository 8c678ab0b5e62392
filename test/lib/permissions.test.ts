import { fileURLToPath } from 'node:url';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import type { Template } from 'aws-cdk-lib/assertions';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { synthesise } from './test-deployment.ts';

/** What Lambda itself does with the function's role: it writes the log. */
const actionsOfLambda = ['logs:CreateLogStream', 'logs:PutLogEvents'];

/** What the function's code calls of DynamoDB, once esbuild has followed its sources and dropped what is not used. */
async function calledActions(): Promise<string[]> {
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
  const commands = new Set([...code.matchAll(/\b[A-Z]\w+Command\b/g)].map(([name]) => name));
  return [...commands]
    .filter((name) => name in dynamodb)
    .map((name) => `dynamodb:${name.replace('Command', '')}`)
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
    const called = await calledActions();

    const allowed = allowedActions(synthesise('prod')).filter((action) => !actionsOfLambda.includes(action));

    expect(called).not.toEqual([]);
    expect(allowed).toEqual(called);
  });
});
