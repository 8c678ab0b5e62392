import { beforeEach, describe, expect, it } from 'vitest';
import { synthesise } from '../test-deployment.ts';
import { createAll, type Mock, NotInMock } from './create-all.ts';
import { type CloudTemplate, creationOrder } from './template.ts';

/** What has been asked to be created, in that order. */
let asked: { readonly type: string; readonly properties: object }[];
/** Kinds of resources that cannot be created. */
let unknown: Set<string>;
/** Attributes that everything has. */
let attributes: Record<string, string>;

/** Takes whatever it is given. */
const mock: Mock = {
  create: async (type, properties) => {
    if (unknown.has(type)) throw new NotInMock(type);
    asked.push({ type, properties });
    return { reference: String(asked.length), attributes };
  },
};

beforeEach(() => {
  asked = [];
  unknown = new Set();
  attributes = { Arn: 'arn:of:it' };
});

describe('a template that is created one by one', () => {
  const small: CloudTemplate = {
    Parameters: { Days: { Default: 7 } },
    Resources: {
      Last: {
        Type: 'A::B::Last',
        Properties: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own.
          Url: { 'Fn::Sub': 'https://${First}.${AWS::Region}/${Middle.Arn}' },
          Nothing: { Ref: 'AWS::NoValue' },
          Days: { Ref: 'Days' },
        },
      },
      First: { Type: 'A::B::First', DependsOn: 'Zeroth' },
      Middle: {
        Type: 'A::B::Middle',
        Properties: {
          Name: { 'Fn::Join': ['-', ['a', { Ref: 'First' }]] },
          Part: { 'Fn::Select': [1, { 'Fn::Split': [':', { 'Fn::GetAtt': ['First', 'Arn'] }] }] },
        },
      },
      Zeroth: { Type: 'A::B::Zeroth' },
    },
  };

  it('comes in the order of what needs what, with every function worked out', async () => {
    const outcome = await createAll(small, mock);

    expect(asked).toEqual([
      { type: 'A::B::Zeroth', properties: {} },
      { type: 'A::B::First', properties: {} },
      { type: 'A::B::Middle', properties: { Name: 'a-2', Part: 'of' } },
      { type: 'A::B::Last', properties: { Url: 'https://2.us-east-1/arn:of:it', Days: 7 } },
    ]);
    expect(outcome.created).toHaveLength(4);
  });

  it('says what the mock has not; a name stands in for it, so that what needs it is created', async () => {
    unknown.add('A::B::Middle');

    const { created, leftOut, refused } = await createAll(small, mock);

    expect(created).toEqual(['Zeroth (A::B::Zeroth)', 'First (A::B::First)', 'Last (A::B::Last)']);
    expect(leftOut).toEqual(['Middle (A::B::Middle): not in the mock']);
    expect(refused).toEqual([]);
    expect(asked.at(-1)?.properties).toMatchObject({
      Url: 'https://2.us-east-1/arn:aws:mock:us-east-1:123456789012:Middle',
    });
  });

  it('leaves out what needs something that was refused, and a part that the mock has not', async () => {
    const choosy: Mock = {
      create: async (type) => {
        if (type === 'A::B::Middle') throw new Error('No.');
        return { reference: type, attributes, leftOut: type === 'A::B::First' ? ['colour'] : [] };
      },
    };

    expect(await createAll(small, choosy)).toEqual({
      created: ['Zeroth (A::B::Zeroth)', 'First (A::B::First)'],
      leftOut: ['First (A::B::First): its colour, not in the mock', 'Last (A::B::Last): needs Middle'],
      refused: ['Middle (A::B::Middle): No.'],
    });
  });

  it('says what cannot be: an attribute that nothing has, two that need each other', async () => {
    attributes = {};

    const { refused } = await createAll(small, mock);

    expect(refused).toEqual(['Middle (A::B::Middle): First has been created without the attribute Arn.']);
    const circle = { A: { Type: 'T', DependsOn: ['B'] }, B: { Type: 'T', Properties: { X: { Ref: 'A' } } } };
    expect(() => creationOrder({ Resources: circle })).toThrow('need each other: A → B → A.');
  });
});

describe('a prod stage with all its options', () => {
  const template = synthesise('prod', {
    overrides: {
      access: 'api-key',
      alarmEmail: 'team@example.com',
      warmFrom: '08:50',
      warmUntil: '18:10',
      timeZone: 'Asia/Taipei',
      captainEmail: 'captain@example.com',
      cloudFront: 'true',
      domainName: 'digits.example.com',
      hostedZoneId: 'Z0123456789ABC',
    },
  }).toJSON() as CloudTemplate;

  it('names nothing that is not there, and nothing is left unresolved', async () => {
    const wanted = [...JSON.stringify(template).matchAll(/"Fn::GetAtt":\["[^"]+","([^"]+)"\]/g)];
    attributes = Object.fromEntries(wanted.map(([, name = '']) => [name, `${name} of it`]));

    const outcome = await createAll(template, mock);

    expect(outcome).toMatchObject({ leftOut: [], refused: [] });
    expect(outcome.created).toHaveLength(Object.keys(template.Resources).length);
    expect(JSON.stringify(asked)).not.toMatch(/"(Ref|Fn::[A-Za-z]+)":/);
  });
});
