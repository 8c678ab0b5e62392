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
    ['/v2/models/tensors', 'tensors'],
    ['/v2/models/tensors/infer', 'tensors'],
    ['/v2/models/tensors/versions/1/infer', 'tensors'],
    ['/predictions/digits', 'digits'],
    ['/models/digits', 'digits'],
    ['/models/tensors/', 'tensors'],
    ['/models/tensors/explain', 'tensors'],
  ])('is the one that %s names', (path, model) => {
    expect(choose(path).name).toBe(model);
  });

  it.each<readonly [string, string]>([
    ['/inference', 'handwriting'],
    ['/ping', 'digits'],
    ['/healthz', 'handwriting'],
    ['/v2/health/ready', 'handwriting'],
    ['/', 'handwriting'],
    ...FOREIGN.map((path) => [path, 'handwriting'] as const),
  ])('is the first model that serves %s, or else the first of all, if the path names none', (path, model) => {
    expect(choose(path).name).toBe(model);
  });
});
