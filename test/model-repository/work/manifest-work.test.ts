import { describe, expect, it } from 'vitest';
import { otherWork, withWork } from '../../../model-repository/work/manifest-work.ts';

const works = [{ operations: 700, bytesMoved: 90 }, { bytesMoved: 20 }];
const told = [
  { name: 'one', operations: 700, bytesMoved: 90 },
  { name: 'two', bytesMoved: 20 },
];

describe('what members have to do for a request', () => {
  it('is written behind each member, and nothing else is touched', () => {
    const text = `{
  "members": [
    {
      "name": "one",
      "file": "one.onnx",
      "sha256": "abc",
      "operations": 1,
      "bytesMoved": 2,
      "words": [{ "from": 0.9 }]
    },
    { "name": "two", "file": "two.onnx" }
  ]
}
`;

    expect(withWork(text, works)).toBe(`{
  "members": [
    {
      "name": "one",
      "file": "one.onnx",
      "sha256": "abc",
      "operations": 700,
      "bytesMoved": 90,
      "words": [{ "from": 0.9 }]
    },
    { "name": "two", "file": "two.onnx",
 "bytesMoved": 20 }
  ]
}
`);
  });

  it('is written, whatever the text looks like', () => {
    const members = [{ operations: 3, file: 'x.onnx' }, { file: 'x.onnx' }];

    expect(JSON.parse(withWork(JSON.stringify({ model: 't', members }), works))).toEqual({
      model: 't',
      members: [
        { file: 'x.onnx', ...works[0] },
        { file: 'x.onnx', ...works[1] },
      ],
    });
  });

  it('is compared with what is told of them', () => {
    expect(otherWork({ members: told }, works)).toEqual({ wrong: [], missing: [] });
    expect(otherWork({ members: [{ name: 'one' }, told[1]!] }, works)).toEqual({ wrong: [], missing: [0] });
    expect(otherWork({ members: [{ ...told[0], operations: 699 }, told[1]!] }, works).wrong).toEqual([0]);
    expect(otherWork({ members: [told[0]!, { ...told[1], operations: 5 }] }, works).wrong).toEqual([1]);
  });

  it('may move a few other bytes on another processor', () => {
    expect(otherWork({ members: [{ ...told[0], bytesMoved: 98 }, told[1]!] }, works).wrong).toEqual([]);
    expect(otherWork({ members: [{ ...told[0], bytesMoved: 110 }, told[1]!] }, works).wrong).toEqual([0]);
  });
});
