import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Allowance } from '../../local/gateway/allowance.ts';
import { Exchange } from '../../local/gateway/exchange.ts';
import { GATEWAY_LIMITS } from '../../local/gateway/limits.ts';
import { TextParts } from '../../local/http/text-parts.ts';

const EVENT = new TextParts(Buffer.alloc(100));
const NO_POOL = { submit() {}, withdraw() {} };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function open() {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const allowance = new Allowance(GATEWAY_LIMITS.heldBytes);
  const terms = { limits: GATEWAY_LIMITS, allowance, isLast: () => false, answered() {}, closed() {} };
  return { response, exchange: new Exchange(request, response, terms) };
}

describe('An exchange', () => {
  it('lets an upload take longer than the gateway waits for the function', () => {
    const { exchange } = open();

    vi.advanceTimersByTime(40_000);

    expect(exchange.over).toBe(false);
  });

  it('is answered with 503 when the function has not answered 30 s after its request was complete', () => {
    const { exchange, response } = open();
    vi.advanceTimersByTime(40_000);

    exchange.begin(EVENT, NO_POOL);
    vi.advanceTimersByTime(29_999);
    expect(exchange.over).toBe(false);
    vi.advanceTimersByTime(1);

    expect(exchange.over).toBe(true);
    expect(response.statusCode).toBe(503);
  });

  it('is over when its client has gone', () => {
    const { exchange, response } = open();

    response.emit('close');

    expect(exchange.over).toBe(true);
  });
});
