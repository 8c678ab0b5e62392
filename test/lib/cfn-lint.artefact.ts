import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { everyOption } from './every-option.ts';
import { manifests, synthesise } from './test-deployment.ts';

type Finding = { Rule: { Id: string }; Message: string; Location: { Path: (string | number)[] } };

/** Properties that the linter's schemas do not have yet. The CDK's own schemas are newer, and have them. */
const KNOWN_SINCE = [
  'AWS::ApplicationAutoScaling::ScalableTarget Tags',
  'AWS::CloudWatch::Dashboard Tags',
  'AWS::Lambda::CapacityProvider PropagateTags',
  'AWS::Lambda::CapacityProvider TelemetryConfig',
];

/** The linter's findings in a template. W3005, a redundant dependency, is ignored because the CDK causes it. */
async function lint(template: Template, region: string): Promise<string[]> {
  const file = join(newFolder(), 'template.json');
  writeFileSync(file, JSON.stringify(template.toJSON()));
  const options = ['--regions', region, '--format', 'json', '--ignore-checks', 'W3005', '--', file];
  const found = await new Promise<string>((resolve, reject) => {
    execFile('cfn-lint', options, { timeout: 300_000 }, (error, stdout, stderr) => {
      // The exit code does not tell whether the linter failed, because findings also make it other than 0.
      if (error?.code === 'ENOENT') reject(new Error('cfn-lint must be installed: pipx install cfn-lint'));
      else if (stderr !== '' || error?.killed) reject(new Error(stderr || 'cfn-lint did not end'));
      else resolve(stdout);
    });
  });
  const { Resources } = template.toJSON();
  return (JSON.parse(found || '[]') as Finding[])
    .filter(({ Rule, Location: { Path } }) => {
      const [, id = '', , property] = Path;
      return !(Rule.Id === 'E3002' && KNOWN_SINCE.includes(`${Resources[id]?.Type} ${property}`));
    })
    .map(({ Rule, Message, Location }) => `${Rule.Id} ${Location.Path.join('/')}: ${Message}`);
}

// The tests run concurrently because the linter has one thread.
it.concurrent.each(everyOption)('cfn-lint finds nothing in %s', async (_, typed, deployment) => {
  const region = typed.includes('cloudFront=true') ? 'us-east-1' : 'eu-west-1';

  expect(await lint(synthesise(typed, deployment), region)).toEqual([]);
});

it.concurrent('cfn-lint would find an unknown property', async () => {
  const template = synthesise('dev', { models: [manifests.digits] });
  const [id = ''] = template.idsOf('AWS::Lambda::Function');
  template.toJSON().Resources[id].Properties.Memory = 1769;

  expect((await lint(template, 'eu-west-1')).join()).toContain("'Memory' was unexpected");
});
