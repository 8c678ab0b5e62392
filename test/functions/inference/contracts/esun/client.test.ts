import { describe, expect, it } from 'vitest';
import { esun2021Client } from '../../../../../functions/inference/contracts/esun/client.ts';

const NOW = 1_795_255_201;
const uuid = '0123456789abcdef'.repeat(4);
const right = { esun_uuid: 'id', server_uuid: uuid, answer: '永', server_timestamp: NOW };

/** What the client makes of the right reply with these changes. */
function read(changes: Readonly<Record<string, unknown>>, now?: number) {
  const body = JSON.stringify({ ...right, ...changes });
  return esun2021Client.read({ status: 200, headers: {}, body }, 'id', now);
}

describe("the competition's client", () => {
  it('reads the response and what signed it', () => {
    expect(read({}, NOW)).toEqual({ prediction: '永', signature: { uuid, timestamp: NOW } });
  });

  it('reads, besides, what must be the same in every reply under the id: not its signature', () => {
    expect(read({ members: 3 })).toHaveProperty('besides', '{"members":3}');
    expect(read({ members: 3, server_timestamp: 7 })).toHaveProperty('besides', '{"members":3}');
    expect(read({})).not.toHaveProperty('besides');
  });

  it.each([
    ['is for another id', { esun_uuid: 'another' }, 'another id'],
    ['has no answer', { answer: undefined }, 'malformed'],
    ['has no server_uuid', { server_uuid: undefined }, 'signature'],
    ['has a server_uuid that is no hash', { server_uuid: 'fake' }, 'signature'],
    ['has a server_uuid in capitals', { server_uuid: uuid.toUpperCase() }, 'signature'],
    ['has no timestamp', { server_timestamp: undefined }, 'timestamp'],
    ['has parts of a second', { server_timestamp: NOW + 0.5 }, 'timestamp'],
    ['is from yesterday', { server_timestamp: NOW - 86_400 }, 'timestamp'],
    ['is from tomorrow', { server_timestamp: NOW + 86_400 }, 'timestamp'],
  ])('takes no reply that %s', (_what, changes, fault) => {
    expect(read(changes, NOW)).toMatchObject({ error: expect.any(String), fault });
  });
});
