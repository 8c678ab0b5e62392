/** KServe's own Python client against a running service. */
import { describe, expect, it } from 'vitest';
import { jsonFrom, serveColours } from './client-support.ts';
import { findPythonWith } from './find-python.ts';

const python = findPythonWith('kserve', 'kserve==0.21.0');

/** Prints what the client gets as JSON. */
const PROGRAM = `
import asyncio, json, sys
import numpy as np
from kserve import InferInput, InferRequest, InferenceRESTClient
from kserve.inference_client import RESTConfig
from kserve.protocol.infer_type import RequestedOutput

pixels = np.zeros((3, 8, 8, 3), np.uint8)
for row, colour in enumerate([(250, 10, 10), (10, 250, 10), (10, 10, 250)]):
    pixels[row] = colour

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

describe.skipIf(python === undefined)("KServe's Python client", () => {
  const url = serveColours();

  it('gets health, the same batch in JSON and in binary, and the reason of a refusal', async () => {
    const seen = await jsonFrom(python!, PROGRAM, url());

    expect(seen).toMatchObject({ live: true, ready: true, id: '7', shape: [3, 4], alike: true });
    expect(new Set(seen.labels).size).toBe(3);
    expect(seen.refusal).toContain('pixels');
  });
});
