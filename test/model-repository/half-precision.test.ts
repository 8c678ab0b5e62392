import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { multiplication } from '../support/onnx-graph.ts';
import { serve } from './support.ts';

// ONNX Runtime's binding and JavaScript have different arrays for FP16.
it('A model of half precision is served from its file, and takes and gives its numbers', async () => {
  const model = join(newFolder(), 'halves.onnx');
  const weights = new Uint8Array(Float16Array.of(2, 0.5, -1).buffer);
  writeFileSync(model, multiplication('FP16', 3, { bytes: weights }));
  const { url } = await serve(model);
  const place = { datatype: 'FP16', shape: [1, 3] };

  const response = await fetch(`${url}/v2/models/halves/infer`, {
    method: 'POST',
    body: JSON.stringify({ inputs: [{ ...place, name: 'x', data: [1.5, 3, 0.25] }] }),
  });

  expect(await response.json()).toMatchObject({
    outputs: [{ ...place, name: 'y', data: [3, 1.5, -0.25] }],
  });
});
