import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { newFolder } from '../../support/new-folder.ts';
import { everyOption } from '../every-option.ts';
import { synthesise } from '../test-deployment.ts';
import { createInMoto, type Outcome } from './moto.ts';

/** Deployed types, and properties of types, that moto lacks. */
const NOT_IN_MOTO = [
  '(AWS::Lambda::CapacityProvider): not in the mock',
  '(Custom::ReleaseCheck): not in the mock',
  '(AWS::Lambda::Alias): its lambda put_provisioned_concurrency_config, not in the mock',
  '(AWS::Lambda::Version): its lambda put_function_scaling_config, not in the mock',
];

/** Templates that must be refused, with the reason. */
const faults: [string, string, object][] = [
  [
    'a property that AWS does not know',
    'Unknown parameter',
    {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'a', ProtocolType: 'HTTP', Colour: 'red' } },
    },
  ],
  [
    'a version of a function that is not there',
    'ResourceNotFoundException',
    { Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: 'nobody' } } },
  ],
];

const templates: { Resources: object }[] = [
  ...everyOption.map(([, typed, deployment]) => synthesise(typed, deployment).toJSON() as never),
  ...faults.map(([, , Resources]) => ({ Resources })),
];
let outcomes: Outcome[];

beforeAll(async () => {
  const folder = newFolder();
  const files = templates.map((_, index) => join(folder, `${index}.json`));
  for (const [index, file] of files.entries()) writeFileSync(file, JSON.stringify(templates[index]));
  outcomes = await createInMoto(files);
}, 400_000);

it.each(everyOption.map(([title], index) => [title, index] as const))(
  'moto takes every resource of %s',
  (_, index) => {
    const { created, leftOut, refused } = outcomes[index]!;

    expect(refused).toEqual([]);
    expect(leftOut.filter((line) => !NOT_IN_MOTO.some((known) => line.endsWith(known)))).toEqual([]);
    const whole = leftOut.filter((line) => line.endsWith('): not in the mock'));
    expect(created).toHaveLength(Object.keys(templates[index]!.Resources).length - whole.length);
  },
);

it.each(faults.map(([title, reason], index) => [title, reason, everyOption.length + index] as const))(
  'moto would refuse %s',
  (_, reason, index) => {
    expect(outcomes[index]?.refused.join()).toContain(reason);
  },
);
