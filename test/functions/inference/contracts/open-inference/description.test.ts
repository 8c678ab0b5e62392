import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import type { Tensors } from '../../../../../functions/inference/model/tensors.ts';
import { fakeService } from '../../../support/fake-service.ts';
import { contractOf, echoOf, INFER, infer, modelOf, send, wireOf } from './support.ts';

const canRun = spawnSync('bash', ['-c', 'curl --version']).status === 0;

describe.skipIf(!canRun)('the example, pasted into bash,', () => {
  /** The model's response to its own example request. @param predict runs the model */
  async function responseOf(model: ModelInfo, predict?: (input: Tensors) => Tensors): Promise<unknown> {
    const { url, arrived } = await fakeService(({ headers, bytes: body }) =>
      wireOf(send(model, infer({ headers: headers as Record<string, string>, body }), predict)),
    );
    const example = contractOf(model).example();
    const env = { ...process.env, ADDRESS: url };
    const { stdout } = await promisify(execFile)('bash', ['-c', example], { env });
    expect(example).not.toContain('\n');
    expect(arrived.map(({ path }) => path)).toEqual([INFER]);
    return JSON.parse(stdout);
  }

  it.each([
    ['a few numbers', echoOf('INT64', [-1, 3])],
    ['many numbers', echoOf('FP32', [1, 28, 28])],
    ['many strings', echoOf('BYTES', [50])],
    ['a string', echoOf('BYTES', [1])],
    ['a truth', echoOf('BOOL', [])],
    ['half precision', echoOf('FP16', [2])],
    ["a name with ' and 永", modelOf([{ name: "it's 永 $HOME", datatype: 'FP32', shape: [2, 30] }])],
    ['several inputs', modelOf(['a', 'b'].map((name) => ({ name, datatype: 'UINT8', shape: [2, 20] })))],
  ] as [string, ModelInfo][])('is served for %s', async (_, model) => {
    expect(await responseOf(model)).toMatchObject({ model_name: 'mymodel', model_version: '3f2a' });
  });

  it('sends a picture where a model takes the files of pictures', async () => {
    const place = { name: 'picture', datatype: 'BYTES', shape: [1] } as const;
    const model = modelOf([place], [place], { pipeline: 'image-classification' });
    let picture: Uint8Array | undefined;

    const response = await responseOf(model, (input) => {
      [picture] = input.picture!.data as Uint8Array[];
      return { picture: { ...place, data: [Buffer.from('永')] } };
    });

    const { format, width, height } = await sharp(picture).metadata();
    expect(response).toMatchObject({ outputs: [{ name: 'picture', data: ['永'] }] });
    expect({ format, width, height }).toEqual({ format: 'png', width: 32, height: 32 });
  });
});
