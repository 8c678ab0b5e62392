import { describe, expect, it } from 'vitest';
import { authorize, type Request, type Secrets } from '../../../functions/authorizer/authorize.ts';
import { type Rules, readBlocks, readRules } from '../../../functions/authorizer/rules.ts';
import { readCallerKeys } from '../../../functions/authorizer/secrets.ts';

const bankKey = 'between-bank-and-us';
const oldKey = 'what-the-bank-had-before';
const partnerKey = 'a-key-of-the-partner';
const keys = readCallerKeys(JSON.stringify({ bank: [bankKey, oldKey], partner: partnerKey }));
const secrets: Secrets = { keys, origin: undefined };

/** API Gateway's event for `POST /inference`. */
function request(headers: object, sourceIp = '203.0.113.7') {
  return {
    headers,
    requestContext: { http: { method: 'POST', sourceIp } },
  } as Request;
}

const isAuthorized = (sent: Request, rules: Rules, own = secrets) => authorize(sent, rules, own).isAuthorized;

const keyed = (key: string) => ({ 'x-api-key': key });
it.each([
  ['its key', 'bank', keyed(bankKey)],
  ['its previous key', 'bank', keyed(oldKey)],
  ['the key of another', 'partner', keyed(partnerKey)],
  ['no key', '', {}],
  ['an empty key', '', keyed('')],
  ['a part of a key', '', keyed(bankKey.slice(0, -1))],
  ['a name for a key', '', keyed('bank')],
])('a caller with %s is known as %j', (_, caller, headers) => {
  const decision = authorize(request(headers), readRules({ SCHEME: 'api-key' }), secrets);

  expect(decision).toEqual({ isAuthorized: caller !== '', context: { caller } });
});

describe('allowed addresses', () => {
  const near = readRules({ SCHEME: 'none', ALLOWED_ADDRESSES: '203.0.113.0/24,2001:db8::/32' });

  it.each([
    ['203.0.113.7', true],
    ['203.0.114.7', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['unknown', false],
  ])('let %s pass: %s', (ip, expected) => {
    expect(isAuthorized(request({}, ip), near)).toBe(expected);
  });

  it('do not take the place of a key', () => {
    const both = { ...readRules({ SCHEME: 'api-key' }), addresses: near.addresses };
    const key = keyed(bankKey);

    const requests = [request({}), request(key), request(key, '198.51.100.1')];

    expect(requests.map((sent) => isAuthorized(sent, both))).toEqual([false, true, false]);
  });

  const wrong = ['203.0.113.0', '203.0.113.0/33', '203.0.113/24', '2001:db8::/129', '', '203.0.113.0/24,'];
  it.each(wrong)('cannot be %j', (text) => {
    expect(() => readBlocks(text)).toThrow('is not a block of addresses such as 203.0.113.0/24.');
  });
});

it.each([
  [{ 'x-origin-verify': 'only-CloudFront-knows' }, true],
  [{ 'x-origin-verify': 'guessed' }, false],
  [{}, false],
])('requests that must have come through CloudFront are known by the header that it adds: %j', (...row) => {
  const [headers, expected] = row;
  const behind = { keys: undefined, origin: 'only-CloudFront-knows' };

  expect(isAuthorized(request(headers), readRules({ SCHEME: 'none' }), behind)).toBe(expected);
});

describe('the settings of an authorizer', () => {
  it('must have a scheme', () => {
    expect(() => readRules({})).toThrow('SCHEME must be one of none, api-key');
  });

  const number = '{"bank": 1234567890123456}';
  const texts = ['', 'a-plain-text-of-some-length', '[]', '{}', '{"bank": "short"}', number, '{"bank": []}'];
  it.each(texts)('cannot have the keys %s, and no message repeats them', (text) => {
    const message = /^The secret must hold one JSON object with .* at least 16 characters\.$/;
    expect(() => readCallerKeys(text)).toThrow(message);
  });
});
