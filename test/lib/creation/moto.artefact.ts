import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyOption } from '../every-option.ts';
import { synthesise } from '../test-deployment.ts';
import { createAll } from './create-all.ts';
import { findMoto } from './find-moto.ts';
import { MotoMock } from './moto-mock.ts';
import type { CloudResource, CloudTemplate } from './template.ts';

/** What moto has not, of all that is deployed: whole types, and parts of others. */
const NOT_IN_MOTO = [
  '(AWS::CloudWatch::AlarmMuteRule): not in the mock',
  '(AWS::Lambda::CapacityProvider): not in the mock',
  '(Custom::ReleaseCheck): not in the mock',
  '(AWS::Lambda::Alias): its lambda put_provisioned_concurrency_config, not in the mock',
  '(AWS::Lambda::Version): its lambda put_function_scaling_config, not in the mock',
];

let mock: MotoMock;

beforeAll(() => {
  mock = new MotoMock(findMoto());
}, 400_000);
afterAll(() => mock?.stop());

it.each(everyOption)('moto takes every resource of %s', async (_, stage, deployment) => {
  const template = synthesise(stage, deployment).toJSON() as CloudTemplate;

  const { created, leftOut, refused } = await createAll(template, mock);

  expect(refused).toEqual([]);
  expect(leftOut.filter((line) => !NOT_IN_MOTO.some((known) => line.endsWith(known)))).toEqual([]);
  const whole = leftOut.filter((line) => line.endsWith('): not in the mock'));
  expect(created).toHaveLength(Object.keys(template.Resources).length - whole.length);
});

const assumed = { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' };
const role: CloudResource = {
  Type: 'AWS::IAM::Role',
  Properties: { AssumeRolePolicyDocument: { Version: '2012-10-17', Statement: [assumed] } },
};

it.each<[string, string, Record<string, CloudResource>]>([
  [
    'a property that AWS does not know',
    'Unknown parameter',
    {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'a', ProtocolType: 'HTTP', Colour: 'red' } },
    },
  ],
  [
    'a permission that is none',
    'MalformedPolicyDocument',
    {
      Role: role,
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          PolicyName: 'policy',
          PolicyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'read' }] },
          Roles: [{ Ref: 'Role' }],
        },
      },
    },
  ],
  [
    'a version of a function that is not there',
    'ResourceNotFoundException',
    { Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: 'nobody' } } },
  ],
])('moto would refuse %s', async (_, reason, Resources) => {
  const { refused } = await createAll({ Resources }, mock);

  expect(refused.join()).toContain(reason);
});
