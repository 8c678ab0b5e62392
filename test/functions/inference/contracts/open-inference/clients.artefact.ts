/** The Python clients of KServe and Triton against a running service. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startTiny } from '../../../../local/support/tiny-service.ts';
import { pythonWith } from '../../../../support/python-with.ts';

/** A Python with a client, if it is here or can be installed. */
function clientIn(module: string, requirement: string): string | undefined {
  try {
    return pythonWith(module, path.join('clients', module), requirement);
  } catch (error) {
    console.warn(`Skipped: ${error}`);
    return undefined;
  }
}

const kserve = clientIn('kserve', 'kserve==0.21.0');
const triton = clientIn('tritonclient.http', 'tritonclient[http]==2.73.0');

/** Three pictures that the tiny ensemble labels differently. */
const PIXELS = `
import json, sys
import numpy as np

pixels = np.zeros((3, 8, 8, 3), np.uint8)
for row, colour in enumerate([(250, 10, 10), (10, 250, 10), (10, 10, 250)]):
    pixels[row] = colour
`;

/** Runs a program against a service, and parses its last line as JSON. @param addressOf the program's argument */
async function jsonFrom(python: string, program: string, addressOf: (url: URL) => string) {
  const { url } = await startTiny();
  const { stdout } = await promisify(execFile)(python, ['-c', program, addressOf(new URL(url))]);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
}

const KSERVE = `${PIXELS}
import asyncio
from kserve import InferInput, InferRequest, InferenceRESTClient
from kserve.inference_client import RESTConfig
from kserve.protocol.infer_type import RequestedOutput

def request(pixels, binary):
    tensor = InferInput('pixels', list(pixels.shape), 'UINT8')
    tensor.set_data_from_numpy(pixels, binary_data=binary)
    outputs = [RequestedOutput(name, {'binary_data': binary}) for name in ('label', 'probabilities')]
    return InferRequest('colours', [tensor], request_id='7', request_outputs=outputs)

async def infer(client, binary):
    reply = await client.infer(sys.argv[1], request(pixels, binary), 'colours')
    label, probabilities = [output.as_numpy() for output in reply.outputs]
    text = [one.decode() if isinstance(one, bytes) else one for one in label.tolist()]
    return reply.id, text, probabilities

async def main():
    client = InferenceRESTClient(RESTConfig(protocol='v2'))
    (id, labels, plain), (_, binary_labels, binary) = [await infer(client, binary) for binary in (False, True)]
    try:
        await client.infer(sys.argv[1], request(pixels[:, :4], False), 'colours')
        refusal = None
    except Exception as error:
        refusal = str(error)
    print(json.dumps({
        'live': await client.is_server_live(sys.argv[1]),
        'ready': await client.is_server_ready(sys.argv[1]) and await client.is_model_ready(sys.argv[1], 'colours'),
        'id': id,
        'labels': labels,
        'shape': plain.shape,
        'alike': binary_labels == labels and bool(np.allclose(plain, binary)),
        'refusal': refusal,
    }))

asyncio.run(main())
`;

it.skipIf(kserve === undefined)(
  "KServe's client gets health, the same batch in JSON and in binary, and the reason of a refusal",
  async () => {
    const seen = await jsonFrom(kserve!, KSERVE, ({ origin }) => origin);

    expect(seen).toMatchObject({ live: true, ready: true, id: '7', shape: [3, 4], alike: true });
    expect(new Set(seen.labels).size).toBe(3);
    expect(seen.refusal).toContain('pixels');
  },
);

const TRITON = `${PIXELS}
import tritonclient.http as triton

client = triton.InferenceServerClient(sys.argv[1])

def infer(**options):
    tensor = triton.InferInput('pixels', list(pixels.shape), 'UINT8')
    tensor.set_data_from_numpy(pixels, binary_data=options.pop('binary', True))
    outputs = [triton.InferRequestedOutput('label'), triton.InferRequestedOutput('probabilities')]
    result = client.infer('colours', [tensor], outputs=outputs, **options)
    return [[text.decode() for text in result.as_numpy('label')], result.as_numpy('probabilities')]

plain = infer()
print(json.dumps({
    'live': client.is_server_live() and client.is_server_ready() and client.is_model_ready('colours'),
    'inputs': client.get_model_metadata('colours')['inputs'],
    'labels': plain[0],
    'shape': plain[1].shape,
    'alike': [
        infer(**options)[0] == plain[0] and bool(np.array_equal(infer(**options)[1], plain[1]))
        for options in [
            {'request_compression_algorithm': 'gzip'},
            {'request_compression_algorithm': 'deflate'},
            {'binary': False, 'request_compression_algorithm': 'gzip'},
            {'response_compression_algorithm': 'gzip'},
        ]
    ],
}))
`;

it.skipIf(triton === undefined)(
  "Triton's client gets metadata, batches, and the same results when it compresses",
  async () => {
    const seen = await jsonFrom(triton!, TRITON, ({ host }) => host);

    expect(seen).toMatchObject({
      live: true,
      inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [-1, 8, 8, 3] }],
      shape: [3, 4],
      alike: [true, true, true, true],
    });
  },
);
