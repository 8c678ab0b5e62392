import { describe, expect, it } from 'vitest';
import { chooseAmong } from '../../../local/server/choose-model.ts';

const HANDWRITING = { name: 'handwriting', contracts: ['esun-2021', 'open-inference'] };
const DIGITS = { name: 'digits', contracts: ['predictions', 'open-inference'] };
const TENSORS = { name: 'tensors', contracts: ['open-inference'] };

const choose = chooseAmong([HANDWRITING, DIGITS, TENSORS]);

const FOREIGN = [
  ...['/v2/models/nope/infer', '/models/nope/docs', '/v2/models', '/v2/modelstensors'],
  ...['/models/digitsandmore', '/nothing', '/__proto__', '', '/'.repeat(10_000)],
];

describe('The model of a request', () => {
  it.each([
    ['GET', '/v2/models/tensors', 'tensors'],
    ['POST', '/v2/models/tensors/infer', 'tensors'],
    ['POST', '/v2/models/tensors/versions/1/infer', 'tensors'],
    ['POST', '/predictions/digits', 'digits'],
    ['GET', '/models/digits', 'digits'],
    ['GET', '/models/tensors/', 'tensors'],
    ['POST', '/models/tensors/explain', 'tensors'],
  ])('is the one that %s %s names', (method, path, model) => {
    expect(choose(method, path).name).toBe(model);
  });

  it.each<readonly [string, string, string]>([
    ['POST', '/inference', 'handwriting'],
    // Other methods also lead to this model, so that its response can name the allowed method.
    ...['GET', 'HEAD', 'POST'].map((method) => [method, '/ping', 'digits'] as const),
    ['GET', '/healthz', 'handwriting'],
    ['GET', '/v2/health/ready', 'handwriting'],
    ['GET', '/', 'handwriting'],
    ...FOREIGN.map((path) => ['GET', path, 'handwriting'] as const),
  ])('is the first that has %s %s if no model is named, or else the first', (method, path, model) => {
    expect(choose(method, path).name).toBe(model);
  });
});
