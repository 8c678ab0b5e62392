import { type CloudControl, NotInMock } from './cloud-control.ts';
import { type Created, resolve } from './resolve.ts';
import { type CloudTemplate, creationOrder, namesIn } from './template.ts';

/** What became of a template's resources, each as `id (type)`, with the reason where there is one. */
export interface Outcome {
  readonly created: string[];
  /** What the mock has not, and what needs such a thing. */
  readonly leftOut: string[];
  /** What the mock has and does not take. */
  readonly refused: string[];
}

/** What CloudFormation knows without any resource. */
const PSEUDO_PARAMETERS = {
  'AWS::AccountId': '000000000000',
  'AWS::Region': 'us-east-1',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'subsecond',
  'AWS::StackId': 'arn:aws:cloudformation:us-east-1:000000000000:stack/subsecond/1',
  'AWS::NoValue': undefined,
};

/** Creates a template's resources one by one, each after those that it needs. */
export async function createAll(
  template: CloudTemplate,
  mock: Pick<CloudControl, 'create'>,
): Promise<Outcome> {
  const outcome: Outcome = { created: [], leftOut: [], refused: [] };
  const parameters = Object.entries(template.Parameters ?? {}).map(([name, { Default }]) => [name, Default]);
  const values = { ...PSEUDO_PARAMETERS, ...Object.fromEntries(parameters) };
  const resources = new Map<string, Created>();
  const names = { values, resources, mappings: template.Mappings ?? {} };
  for (const id of creationOrder(template)) {
    const { Type, Properties = {} } = template.Resources[id] ?? { Type: '' };
    const name = `${id} (${Type})`;
    const missing = namesIn(Properties).find(
      (needed) => needed in template.Resources && !resources.has(needed),
    );
    if (missing !== undefined) {
      outcome.leftOut.push(`${name}: needs ${missing}`);
      continue;
    }
    try {
      resources.set(id, await mock.create(Type, resolve(Properties, names) as object));
      outcome.created.push(name);
    } catch (error) {
      if (error instanceof NotInMock) outcome.leftOut.push(`${name}: not in the mock`);
      else outcome.refused.push(`${name}: ${(error as Error).message}`);
    }
  }
  return outcome;
}
