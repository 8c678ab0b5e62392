/** Triton's own Python client against a running service. */
import { describe, expect, it } from 'vitest';
import { jsonFrom, serveColours } from './client-support.ts';
import { findPythonWith } from './find-python.ts';

const python = findPythonWith('tritonclient.http', 'tritonclient[http]==2.73.0');

/** Prints what the client gets as JSON. */
const PROGRAM = `
import json, sys
import numpy as np
import tritonclient.http as triton

client = triton.InferenceServerClient(sys.argv[1])
pixels = np.zeros((3, 8, 8, 3), np.uint8)
for row, colour in enumerate([(250, 10, 10), (10, 250, 10), (10, 10, 250)]):
    pixels[row] = colour

def infer(**options):
    tensor = triton.InferInput('pixels', list(pixels.shape), 'UINT8')
    tensor.set_data_from_numpy(pixels, binary_data=options.pop('binary', True))
    classes = options.pop('classes', 0)
    outputs = [triton.InferRequestedOutput('label'), triton.InferRequestedOutput('probabilities', class_count=classes)]
    result = client.infer('colours', [tensor], outputs=outputs, **options)
    return [[text.decode() for text in result.as_numpy('label')], result.as_numpy('probabilities')]

plain = infer()
print(json.dumps({
    'live': client.is_server_live() and client.is_server_ready() and client.is_model_ready('colours'),
    'extensions': client.get_server_metadata()['extensions'],
    'inputs': client.get_model_metadata('colours')['inputs'],
    'index': [model['name'] for model in client.get_model_repository_index()],
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
    'classes': [[text.decode().split(':')[2] for text in row] for row in infer(classes=2)[1]],
    'statistics': [model['name'] for model in client.get_inference_statistics()['model_stats']],
}))
`;

describe.skipIf(python === undefined)("Triton's Python client", () => {
  const url = serveColours();

  it('gets metadata, statistics, batches, classes, and the same results when it compresses', async () => {
    const seen = await jsonFrom(python!, PROGRAM, new URL(url()).host);

    expect(seen).toMatchObject({
      live: true,
      inputs: [{ name: 'pixels', datatype: 'UINT8', shape: [-1, 8, 8, 3] }],
      index: ['colours'],
      shape: [3, 4],
      alike: [true, true, true, true],
      statistics: ['colours'],
    });
    expect(seen.extensions).toContain('classification');
    expect(seen.classes.map(([best]: string[]) => best)).toEqual(seen.labels);
  });
});
