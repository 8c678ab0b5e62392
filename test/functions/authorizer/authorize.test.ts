import { createHmac, hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authorize, type Request, type Secrets } from '../../../functions/authorizer/authorize.ts';
import { type Rules, readBlocks, readRules } from '../../../functions/authorizer/rules.ts';
import { readCallerKeys } from '../../../functions/authorizer/secrets.ts';

const now = 1_795_315_965;
const bankKey = 'between-bank-and-us';
const oldKey = 'what-the-bank-had-before';
const partnerKey = 'a-key-of-the-partner';
const keys = readCallerKeys(JSON.stringify({ bank: [bankKey, oldKey], partner: partnerKey }));
const secrets: Secrets = { keys, origin: undefined };

/** API Gateway's event for `POST /inference`. */
function request(headers: object, sourceIp = '203.0.113.7') {
  return {
    headers,
    rawPath: '/inference',
    requestContext: { http: { method: 'POST', sourceIp } },
  } as Request;
}

const isAuthorized = (sent: Request, rules: Rules, own = secrets) =>
  authorize(sent, rules, own, now).isAuthorized;

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
  const decision = authorize(request(headers), readRules({ SCHEME: 'api-key' }), secrets, now);

  expect(decision).toEqual({ isAuthorized: caller !== '', context: { caller } });
});

describe('a caller who signs', () => {
  const signed = readRules({ SCHEME: 'hmac' });
  const ofBody = hash('sha256', '{"esun_uuid":"1"}');
  const header = (changes = {}) => {
    const right = { time: now, method: 'POST', path: '/inference', key: bankKey, caller: 'bank' };
    const { time, method, path, key, caller } = { ...right, ...changes };
    const lines = [time, method, path, ofBody].join('\n');
    const signature = createHmac('sha256', key).update(lines).digest('hex');
    return `HMAC-SHA256 caller=${caller}, time=${time}, body=${ofBody}, signature=${signature}`;
  };
  // Command: body='{}'; printf '%s\n%s\n%s\n%s' 1795315965 POST /inference "$(printf %s "$body" | openssl dgst -sha256 -r |
  //   cut -d' ' -f1)" | openssl dgst -sha256 -hmac between-bank-and-us -r
  const ofShell = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';
  const signature = 'c0633f05c7e51a4771643d370b9771da65de1ea68ec50ffa59ba98e9b57728cf';
  const byShell = `HMAC-SHA256 caller=bank, time=${now}, body=${ofShell}, signature=${signature}`;

  it.each([
    ['their key', true, header()],
    ['the old key while it is good', true, header({ key: oldKey })],
    ['a clock that is 300 s late', true, header({ time: now - 300 })],
    ['a clock that is 300 s early', true, header({ time: now + 300 })],
    ['a shell and openssl', true, byShell],
    ['nothing', false, ''],
    ['another scheme', false, `Bearer ${bankKey}`],
    ['a key of nobody', false, header({ key: 'guessed-guessed-guessed' })],
    ['the key of another', false, header({ caller: 'partner' })],
    ['a name of a property of Object', false, header({ caller: 'constructor' })],
    ['a signature of too long ago', false, header({ time: now - 301 })],
    ['a signature of the future', false, header({ time: now + 301 })],
    ['a time moved after signing', false, header({ time: now - 301 }).replace(`${now - 301}`, `${now}`)],
    ['another body than was signed', false, header().replace(/body=\w{4}/, 'body=0000')],
    ['another path than was signed', false, header({ path: '/explain' })],
    ['another method than was signed', false, header({ method: 'GET' })],
    ['something after the signature', false, `${header()}0`],
  ])('with %s is let through, and the body that was signed with it: %s', (_, isAuthorized, authorization) => {
    const [, bodySha256] = /body=(\w+)/.exec(authorization) ?? [];

    const decision = authorize(request({ authorization }), signed, secrets, now);

    const context = isAuthorized ? { caller: 'bank', bodySha256 } : { caller: '' };
    expect(decision).toEqual({ isAuthorized, context });
  });
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
  it.each([['no scheme', {}, 'SCHEME must be one of none, api-key, hmac']])(
    'cannot be %s',
    (_, environment, message) => {
      expect(() => readRules(environment)).toThrow(message);
    },
  );

  const number = '{"bank": 1234567890123456}';
  const texts = ['', 'a-plain-text-of-some-length', '[]', '{}', '{"bank": "short"}', number, '{"bank": []}'];
  it.each(texts)('cannot be the keys %s, and no message repeats them', (text) => {
    const message = /^The secret must hold one JSON object: .* at least 16 characters\.$/;
    expect(() => readCallerKeys(text)).toThrow(message);
  });
});
