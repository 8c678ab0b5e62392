import { createHmac, hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authorize, type Request, type Secrets } from '../../../functions/authorizer/authorize.ts';
import { type Rules, readBlocks, readRules } from '../../../functions/authorizer/rules.ts';
import { readCallerKeys } from '../../../functions/authorizer/secrets.ts';

const now = 1_795_315_965;
const bankKey = 'between-bank-and-us';
const oldKey = 'what-the-bank-had-before';
const secrets: Secrets = {
  keys: readCallerKeys(JSON.stringify({ bank: [bankKey, oldKey], partner: 'a-key-of-the-partner' })),
  origin: undefined,
};

/** What API Gateway tells of `POST /inference`. */
function request(headers: object, ip = '203.0.113.7') {
  return {
    headers,
    rawPath: '/inference',
    requestContext: { http: { method: 'POST', sourceIp: ip } },
  } as Request;
}

const isAuthorized = (sent: Request, rules: Rules, own = secrets) =>
  authorize(sent, rules, own, now).isAuthorized;

describe('callers with a key', () => {
  const byKey = readRules({ SCHEME: 'api-key' });

  it.each([
    ['its key', bankKey, 'bank'],
    ['its key from before', oldKey, 'bank'],
    ['the key of another', 'a-key-of-the-partner', 'partner'],
  ])('are known by %s', (_, key, caller) => {
    expect(authorize(request({ 'x-api-key': key }), byKey, secrets, now)).toEqual({
      isAuthorized: true,
      context: { caller },
    });
  });

  it.each([
    ['no key', {}],
    ['an empty one', { 'x-api-key': '' }],
    ['a part of one', { 'x-api-key': bankKey.slice(0, -1) }],
    ['a name for a key', { 'x-api-key': 'bank' }],
  ])('are refused with %s', (_, headers) => {
    expect(isAuthorized(request(headers), byKey)).toBe(false);
  });
});

describe('callers who sign', () => {
  const signed = readRules({ SCHEME: 'hmac', REPLAY_WINDOW_SECONDS: '60' });
  const inferenceRequest = { method: 'POST', path: '/inference', body: '{"esun_uuid":"1"}' };
  const header = (own = {}, time = now, key = bankKey, caller = 'bank') => {
    const { method, path, body: text } = { ...inferenceRequest, ...own };
    const body = hash('sha256', text);
    const lines = [time, method, path, body].join('\n');
    const signature = createHmac('sha256', key).update(lines).digest('hex');
    return `HMAC-SHA256 caller=${caller}, time=${time}, body=${body}, signature=${signature}`;
  };
  const decide = (authorization: string) => authorize(request({ authorization }), signed, secrets, now);

  it('are known, and what they have signed of the body is handed on to be compared', () => {
    expect(decide(header())).toEqual({
      isAuthorized: true,
      context: { caller: 'bank', bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('can change to a new key while the old one is good', () => {
    expect(decide(header({}, now, oldKey)).isAuthorized).toBe(true);
  });

  it('are known by the header that a shell makes with openssl', () => {
    // body='{}'; printf '%s\n%s\n%s\n%s' 1795315965 POST /inference "$(printf %s "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)" |
    //   openssl dgst -sha256 -hmac between-bank-and-us -r
    const body = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';
    const signature = 'c0633f05c7e51a4771643d370b9771da65de1ea68ec50ffa59ba98e9b57728cf';

    const authorization = `HMAC-SHA256 caller=bank, time=${now}, body=${body}, signature=${signature}`;
    expect(decide(authorization).isAuthorized).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['another scheme', `Bearer ${bankKey}`],
    ['a key of nobody', header({}, now, 'guessed-guessed-guessed')],
    ['the key of another', header({}, now, bankKey, 'partner')],
    ['a name that Object has', header({}, now, bankKey, 'constructor')],
    ['a signature of too long ago', header({}, now - 61)],
    ['a signature of the future', header({}, now + 61)],
    ['a time that was moved after signing', header({}, now - 61).replace(String(now - 61), String(now))],
    ['another body than was signed', header().replace(/body=\w{4}/, 'body=0000')],
    ['another path than was signed', header({ path: '/explain' })],
    ['another method than was signed', header({ method: 'GET' })],
    ['something after the signature', `${header()}0`],
  ])('are refused with %s', (_, authorization) => {
    expect(decide(authorization).isAuthorized).toBe(false);
  });

  it.each([-60, 0, 60])('may have a clock that is off by %i seconds', (seconds) => {
    expect(decide(header({}, now + seconds)).isAuthorized).toBe(true);
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
    const both = { ...near, ...readRules({ SCHEME: 'api-key' }), addresses: near.addresses };

    expect(isAuthorized(request({}), both)).toBe(false);
    expect(isAuthorized(request({ 'x-api-key': bankKey }), both)).toBe(true);
    expect(isAuthorized(request({ 'x-api-key': bankKey }, '198.51.100.1'), both)).toBe(false);
  });

  it.each(['203.0.113.0', '203.0.113.0/33', '203.0.113/24', '2001:db8::/129', '', '203.0.113.0/24,'])(
    'cannot be %j',
    (text) => {
      expect(() => readBlocks(text)).toThrow('is no block of addresses such as 203.0.113.0/24.');
    },
  );
});

describe('requests that must have come through CloudFront', () => {
  const open = readRules({ SCHEME: 'none' });
  const behind = { keys: undefined, origin: 'only-CloudFront-knows' };

  it.each([
    [{ 'x-origin-verify': 'only-CloudFront-knows' }, true],
    [{ 'x-origin-verify': 'guessed' }, false],
    [{}, false],
  ])('are known by the header that it adds: %j', (headers, expected) => {
    expect(isAuthorized(request(headers), open, behind)).toBe(expected);
  });
});

describe('what an authorizer is told', () => {
  it.each([
    ['no scheme', {}, 'SCHEME must be one of none, api-key, hmac'],
    ['no time', { SCHEME: 'hmac', REPLAY_WINDOW_SECONDS: 'x' }, 'REPLAY_WINDOW_SECONDS must be'],
  ])('cannot be %s', (_, environment, message) => {
    expect(() => readRules(environment)).toThrow(message);
  });

  it.each([
    '',
    'a-plain-text-of-some-length',
    '[]',
    '{}',
    '{"bank": "short"}',
    '{"bank": 1234567890123456}',
    '{"bank": []}',
  ])('cannot be the keys %s, and no message repeats them', (text) => {
    expect(() => readCallerKeys(text)).toThrow(
      /^The secret must hold one JSON object: .* at least 16 characters\.$/,
    );
  });
});
