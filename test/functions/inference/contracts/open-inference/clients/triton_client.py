"""Sends pictures by Triton's client to the address in the first argument, and prints the results as JSON."""
import json
import sys

import numpy as np
import tritonclient.http as triton

from pixels import pixels

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
