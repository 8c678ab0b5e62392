import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { synthesise } from '../test-deployment.ts';
import { CloudControl } from './cloud-control.ts';
import { createAll } from './create-all.ts';
import { type CloudTemplate, creationOrder } from './template.ts';

/** What an endpoint that only writes down has been asked to create. */
interface Asked {
  readonly type: string;
  readonly properties: Record<string, unknown>;
}

let server: Server;
let asked: Asked[];
/** Kinds of resources that the endpoint does not know. */
let unknown: Set<string>;
/** Attributes that everything has. */
let attributes: Record<string, string>;

const mock = () => new CloudControl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

beforeEach(async () => {
  asked = [];
  unknown = new Set();
  attributes = { Arn: 'arn:of:it' };
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { TypeName: type, DesiredState, Identifier } = JSON.parse(body);
    if (unknown.has(type)) {
      response.writeHead(400).end('{"__type":"UnsupportedActionException"}');
    } else if (request.headers['x-amz-target'] === 'CloudApiService.CreateResource') {
      asked.push({ type, properties: JSON.parse(DesiredState) });
      const event = { OperationStatus: 'SUCCESS', Identifier: `api|${asked.length}`, RequestToken: 'token' };
      response.end(JSON.stringify({ ProgressEvent: event }));
    } else {
      const Properties = JSON.stringify(attributes);
      response.end(JSON.stringify({ ResourceDescription: { Identifier, Properties } }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.close();
  server.closeAllConnections();
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
    const outcome = await createAll(small, mock());

    expect(asked).toEqual([
      { type: 'A::B::Zeroth', properties: {} },
      { type: 'A::B::First', properties: {} },
      { type: 'A::B::Middle', properties: { Name: 'a-2', Part: 'of' } },
      { type: 'A::B::Last', properties: { Url: 'https://2.us-east-1/arn:of:it', Days: 7 } },
    ]);
    expect(outcome.created).toHaveLength(4);
  });

  it('leaves out what the mock has not, and what needs it, and says so', async () => {
    unknown.add('A::B::Middle');

    const { created, leftOut, refused } = await createAll(small, mock());

    expect(created).toEqual(['Zeroth (A::B::Zeroth)', 'First (A::B::First)']);
    expect(leftOut).toEqual(['Middle (A::B::Middle): not in the mock', 'Last (A::B::Last): needs Middle']);
    expect(refused).toEqual([]);
  });

  it('says what cannot be: an attribute that nothing has, two that need each other', async () => {
    attributes = {};

    const { refused } = await createAll(small, mock());

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

    const outcome = await createAll(template, mock());

    expect(outcome).toMatchObject({ leftOut: [], refused: [] });
    expect(outcome.created).toHaveLength(Object.keys(template.Resources).length);
    expect(JSON.stringify(asked)).not.toMatch(/"(Ref|Fn::[A-Za-z]+)":/);
  });
});
