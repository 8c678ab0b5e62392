import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, CfnResource } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import { everyOption } from './every-option.ts';
import { addTestDeployment } from './test-deployment.ts';

/** Synthesises an app. @returns the report of cdk-nag and CloudFormation's validation, including warnings */
function validate(app: App): { pluginReports: unknown[]; failed: boolean } {
  let failed = false;
  try {
    app.synth();
  } catch {
    failed = true;
  }
  const report = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'));
  return { pluginReports: report.pluginReports, failed };
}

describe('cdk-nag and CloudFormation’s own validation', () => {
  it.each(everyOption)('find nothing, not even a warning, in %s', (_, typed, deployment) => {
    const { app } = addTestDeployment(typed, deployment);

    expect(validate(app)).toEqual({ failed: false, pluginReports: [] });
  });

  it('would find a property that the published schema of a resource does not know', () => {
    const { app, stack } = addTestDeployment('dev');
    new CfnResource(stack, 'Misspelt', {
      type: 'AWS::SNS::Topic',
      properties: { TopicNane: 'typing error' },
    });

    const { failed, pluginReports } = validate(app);

    expect(failed).toBe(true);
    expect(JSON.stringify(pluginReports)).toContain('TopicNane');
  });

  it('would find a role that may do anything', () => {
    const { app, stack } = addTestDeployment('dev');
    const anything = new PolicyStatement({ actions: ['dynamodb:*'], resources: ['*'] });
    stack.endpoints[0].role.addToPrincipalPolicy(anything);

    expect(JSON.stringify(validate(app).pluginReports)).toContain('AwsSolutions-IAM5');
  });
});
