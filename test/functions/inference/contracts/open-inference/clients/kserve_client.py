"""Sends pictures by KServe's client to the address in the first argument, and prints the results as JSON."""
import asyncio
import json
import sys

import numpy as np
from kserve import InferInput, InferRequest, InferenceRESTClient
from kserve.inference_client import RESTConfig
from kserve.protocol.infer_type import RequestedOutput

from pixels import pixels

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
