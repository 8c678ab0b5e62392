import { execFile, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import { componentsOf } from '../../../../../functions/inference/contracts/description/operation.ts';
import { ServiceStatistics } from '../../../../../functions/inference/telemetry/statistics.ts';
import { jsonRequest } from '../../../../support/open-inference-client.ts';
import {
  contentOf,
  contractOf,
  echoOf,
  exampleModel,
  exampleOutput,
  INFER,
  modelOf,
  post,
  postJson,
  send,
  wireOf,
} from './support.ts';

const { routes, schemas } = contractOf(exampleModel);
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ $id: 'api', components: { schemas: componentsOf(schemas) } });

function errorsOf(schema: string, content: unknown): unknown {
  const validate = ajv.getSchema(`api#/components/schemas/${schema}`)!;
  return validate(content) ? [] : validate.errors;
}

describe('the description', () => {
  it('is right about what every address tells', () => {
    const errors = routes.flatMap((route) => {
      if (!('respond' in route)) return [];
      const content = contentOf(route.respond(postJson(route.path, ''), new ServiceStatistics()));
      const { schema } = route.describe().gives['application/json']!;
      return errorsOf(Object.keys(schemas).find((name) => schemas[name] === schema)!, content);
    });

    expect(errors).toEqual([]);
  });

  it.each([false, true])('is right about requests and responses, binary: %s', (binary) => {
    const request = {
      id: '42',
      parameters: { binary_data_output: binary, retry: 2 },
      inputs: [
        { name: 'input0', shape: [2, 2], datatype: 'UINT32', values: [1, 2, 3, 4] },
        { name: 'input1', shape: [3], datatype: 'BOOL', values: [true, false, true] },
      ],
      outputs: [{ name: 'output0' }],
    };
    const message = jsonRequest(request);

    const { headers, body } = wireOf(send(exampleModel, post(INFER, message), () => exampleOutput));

    const end = Number(headers['inference-header-content-length'] ?? body.length);
    expect(errorsOf('OpenInferenceRequest', JSON.parse(new TextDecoder().decode(message.body)))).toEqual([]);
    expect(
      errorsOf('OpenInferenceReply', JSON.parse(new TextDecoder().decode(body.subarray(0, end)))),
    ).toEqual([]);
  });
});

const canRun = spawnSync('bash', ['-c', 'curl --version']).status === 0;

describe.skipIf(!canRun)('the example, pasted into bash,', () => {
  let server: Server;
  let address: string;
  let model: ModelInfo;
  let respond: Parameters<typeof send>[2];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        const headers = request.headers as Record<string, string>;
        const reply = wireOf(
          send(model, post(request.url!, { headers, body: Buffer.concat(parts) }), respond),
        );
        response.writeHead(request.url === INFER ? 200 : 404, reply.headers).end(reply.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  it.each([
    ['a few numbers', echoOf('INT64', [-1, 3])],
    ['many numbers', echoOf('FP32', [1, 28, 28])],
    ['many strings', echoOf('BYTES', [50])],
    ['a string', echoOf('BYTES', [1])],
    ['a truth', echoOf('BOOL', [])],
    ['half precision', echoOf('FP16', [2])],
    ["a name with ' and 永", modelOf([{ name: "it's 永 $HOME", datatype: 'FP32', shape: [2, 30] }])],
    ['several inputs', modelOf(['a', 'b'].map((name) => ({ name, datatype: 'UINT8', shape: [2, 20] })))],
  ] as [string, ModelInfo][])('is served for %s', async (_, described) => {
    model = described;
    respond = undefined;
    const example = contractOf(described).example();

    const { stdout } = await promisify(execFile)('bash', ['-c', example], {
      env: { ...process.env, ADDRESS: address },
    });

    expect(example).not.toContain('\n');
    expect(JSON.parse(stdout)).toMatchObject({ model_name: 'mymodel', model_version: '3f2a' });
  });

  it('sends a picture where a model takes the files of pictures', async () => {
    const place = { name: 'picture', datatype: 'BYTES', shape: [1] } as const;
    const label = { name: 'label', datatype: 'BYTES', shape: [1] } as const;
    let picture: Uint8Array | undefined;
    model = modelOf([place], [label], { pipeline: 'image-classification' });
    respond = (input) => {
      [picture] = input.picture!.data as Uint8Array[];
      return { label: { ...label, data: [Buffer.from('永')] } };
    };
    const example = contractOf(model).example();

    const { stdout } = await promisify(execFile)('bash', ['-c', example], {
      env: { ...process.env, ADDRESS: address },
    });

    const { format, width, height } = await sharp(picture).metadata();
    expect(JSON.parse(stdout)).toMatchObject({ outputs: [{ name: 'label', data: ['永'] }] });
    expect({ format, width, height }).toEqual({ format: 'png', width: 32, height: 32 });
  });
});
