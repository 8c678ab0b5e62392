import { type Created, resolve } from './resolve.ts';
import { type CloudTemplate, creationOrder, namesIn } from './template.ts';

/** A mock has no such kind of resource. */
export class NotInMock extends Error {
  override readonly name = 'NotInMock';
}

/** What creates resources. */
export interface Mock {
  /**
   * @returns what has been created, and what of it the mock has not
   * @throws NotInMock, or Error that says what is wrong with the properties
   */
  create(type: string, properties: object): Promise<Created & { readonly leftOut?: readonly string[] }>;
}

/** What became of a template's resources, each as `id (type)`, with the reason where there is one. */
export interface Outcome {
  readonly created: string[];
  /** What the mock has not (a name stands in for it), and what needs something that was refused. */
  readonly leftOut: string[];
  /** What the mock has and does not take. */
  readonly refused: string[];
}

/** What CloudFormation knows without any resource. */
const PSEUDO_PARAMETERS = {
  'AWS::AccountId': '123456789012',
  'AWS::Region': 'us-east-1',
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'subsecond',
  'AWS::StackId': 'arn:aws:cloudformation:us-east-1:123456789012:stack/subsecond/1',
  'AWS::NoValue': undefined,
};

/** Creates a template's resources one by one, each after those that it needs. */
export async function createAll(template: CloudTemplate, mock: Mock): Promise<Outcome> {
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
      const created = await mock.create(Type, resolve(Properties, names) as object);
      resources.set(id, created);
      outcome.created.push(name);
      for (const part of created.leftOut ?? []) outcome.leftOut.push(`${name}: its ${part}, not in the mock`);
    } catch (error) {
      if (!(error instanceof NotInMock)) {
        outcome.refused.push(`${name}: ${(error as Error).message}`);
        continue;
      }
      outcome.leftOut.push(`${name}: not in the mock`);
      resources.set(id, { reference: id, attributes: { Arn: `arn:aws:mock:us-east-1:123456789012:${id}` } });
    }
  }
  return outcome;
}
