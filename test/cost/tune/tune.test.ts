import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runTune } from '../../../cost/tune/command.ts';
import { lambdaStub, type StubBehaviour } from './lambda-stub.ts';

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
  }
});

const EVENT = fileURLToPath(new URL('./event.json', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../../bin/tune.ts', import.meta.url));

/** Tunes the stub's function; Ctrl-C is pressed when `interruptAt` is reported. */
async function run(
  line: string,
  behaviour: StubBehaviour = {},
  { interruptAt = '', answer }: { interruptAt?: string; answer?: boolean } = {},
) {
  const stub = await lambdaStub(behaviour);
  servers.push(stub);
  const printed: string[] = [];
  const reported: string[] = [];
  const interrupted = new AbortController();
  const outcome = await runTune(`--target digits --region us-east-1 ${line}`.split(' ').filter(Boolean), {
    print: (text) => printed.push(text),
    report(text) {
      reported.push(text);
      if (interruptAt !== '' && text.includes(interruptAt)) {
        interrupted.abort(new Error('Interrupted.'));
      }
    },
    confirm: answer === undefined ? undefined : async () => answer,
    signal: interrupted.signal,
    environment: { AWS_ENDPOINT_URL_LAMBDA: stub.url },
    pollInterval: 1,
  }).catch((error: Error) => error);
  return { stub, outcome, printed: printed.join('\n'), reported: reported.join('\n') };
}

/** Everything is as it was before. */
function expectUntouched({ latest, versionNames, aliasNames }: Awaited<ReturnType<typeof run>>['stub']) {
  expect({ memory: latest.MemorySize, versions: versionNames(), aliases: aliasNames() }).toEqual({
    memory: 1769,
    versions: ['7'],
    aliases: ['live'],
  });
}

const SMALL = `--payload ${EVENT} --invocations 5 --warm-up 1`;

process.env.AWS_ACCESS_KEY_ID = 'AKIDEXAMPLE';
process.env.AWS_SECRET_ACCESS_KEY = 'secret';

describe('npm run tune', () => {
  it('sets the memory, waits, publishes, waits, asks an alias and puts everything back', async () => {
    const { stub, outcome } = await run(`${SMALL} --memory 3008 --yes`);

    expect(outcome).toBe(0);
    expect(stub.requests.filter((name, index, all) => name !== all[index - 1])).toEqual([
      'GET configuration',
      'PUT configuration',
      'GET configuration',
      'POST versions',
      'GET configuration',
      'POST aliases',
      'POST invocations',
      'DELETE aliases',
      'GET versions',
      'DELETE function',
      'GET configuration',
      'PUT configuration',
      'GET configuration',
    ]);
    expectUntouched(stub);
  });

  it('prints the billed durations of each size, without cold starts, and the sweep to go on with', async () => {
    const milliseconds = (memory: number, invocation: number) =>
      102_400 / memory + (invocation % 6 === 0 ? 40 : 0);

    const { printed } = await run(`${SMALL} --memory 512,1024 --yes`, { milliseconds });

    // 100 × 1024 / 512 = 200 ms and 100 ms, one of five 40 ms slower
    expect(printed).toMatch(/512 MB +x86_64 +208 ms +200 ms +240 ms +240 ms +432 ms +5/);
    expect(printed).toContain(
      'npm run cost -- sweep --point 512,x86_64,208.0,p50=200,p95=240,p99=240 --point 1024,x86_64,108.0,p50=100,p95=140,p99=140 --rps',
    );
  });

  it('signs every call for Lambda in the region', async () => {
    const { stub } = await run(`${SMALL} --memory 3008 --yes`);

    for (const authorization of stub.authorizations) {
      expect(authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\/lambda\/aws4_request, SignedHeaders=\S*host\S*, Signature=[0-9a-f]{64}$/,
      );
    }
  });

  it('gives each question an id of its own', async () => {
    const { stub } = await run(`${SMALL} --memory 3008 --yes`);

    const ids = stub.events.map((event) => JSON.parse(JSON.parse(event).body).esun_uuid);
    expect(new Set(ids).size).toBe(stub.events.length);
    expect(ids.join()).not.toContain('{{id}}');
  });

  it("asks a task's samples through its contract, and refuses wrong answers", async () => {
    const wrong = { payload: () => '{"statusCode":500,"body":"{}"}' };

    const { stub, outcome } = await run('digits --invocations 5 --memory 3008 --yes', wrong);

    const event = JSON.parse(stub.events[0]!);
    expect(event).toMatchObject({
      version: '2.0',
      requestContext: { http: { method: 'POST', path: event.rawPath } },
    });
    expect(outcome).toMatchObject({
      name: 'TuneError',
      message: expect.stringContaining('answered a question wrongly'),
    });
    expectUntouched(stub);
  });

  it('keeps a version that had the memory before, and measures it all the same', async () => {
    const { stub, outcome } = await run(`${SMALL} --memory 1769 --yes`);

    expect(outcome).toBe(0);
    expect(stub.requests).not.toContain('DELETE function');
    expectUntouched(stub);
  });

  it('puts everything back when the function fails', async () => {
    const { stub, outcome } = await run(`${SMALL} --memory 3008 --yes`, { functionError: 'Unhandled' });

    expect(outcome).toMatchObject({ message: expect.stringContaining('Unhandled') });
    expectUntouched(stub);
  });

  it.each(['[1/2] 512 MB', '[2/2] 3008 MB'])(
    'puts everything back on Ctrl-C during %s',
    async (interruptAt) => {
      const { stub, outcome, printed } = await run(`${SMALL} --memory 512,3008 --yes`, {}, { interruptAt });

      expect(outcome).toBeInstanceOf(Error);
      expect(printed).toBe('');
      expectUntouched(stub);
    },
  );

  it('tries again what Lambda throttles or fails at', async () => {
    const failures = {
      'POST versions': [{ status: 429, type: 'TooManyRequestsException', message: 'Rate exceeded' }],
      'POST invocations': [{ status: 500, type: 'ServiceException', message: 'sorry' }],
    };

    const { stub, outcome } = await run(`${SMALL} --memory 3008 --yes`, { failures });

    expect(outcome).toBe(0);
    expectUntouched(stub);
  });

  it('says which call was refused, and why', async () => {
    const denied = {
      status: 403,
      type: 'AccessDeniedException',
      message: 'not authorized to perform lambda:PublishVersion',
    };

    const { stub, outcome } = await run(`${SMALL} --memory 3008 --yes`, {
      failures: { 'POST versions': [denied] },
    });

    expect((outcome as Error).message).toBe(
      'Cannot publish a version: Lambda answered 403, AccessDeniedException: not authorized to perform lambda:PublishVersion',
    );
    expectUntouched(stub);
  });

  it('says why Lambda could not change the memory', async () => {
    const { stub, outcome } = await run(`${SMALL} --memory 3008 --yes`, {
      updateFails: 'the key is disabled',
    });

    expect((outcome as Error).message).toContain(
      'Lambda could not change the function: the key is disabled.',
    );
    expectUntouched(stub);
  });

  it('names what it could not tidy up, and fails', async () => {
    const denied = { status: 403, type: 'AccessDeniedException', message: 'no' };

    const { stub, outcome, reported } = await run(`${SMALL} --memory 3008 --yes`, {
      failures: { 'DELETE aliases': [denied] },
    });

    expect(outcome).toBe(1);
    expect(reported).toMatch(/Left for you to do: delete the alias subsecond-tune-\w+-3008\./);
    expect(stub.versionNames()).toEqual(['7']);
  });

  it('says what it costs at most before it begins, and begins only when told to', async () => {
    const { stub, outcome, reported } = await run(`${SMALL} --memory 1024,2048`, {}, { answer: false });

    // 6 questions × 2 s + 10 s of INIT = 22 s × 3 GB × $0.0000166667 + 12 requests × $0.0000002
    expect(reported).toContain('Costs at most $0.001102,');
    expect(reported).toContain('Nothing was changed.');
    expect(outcome).toBe(1);
    expect(stub.requests).toEqual(['GET configuration']);
  });

  it('sweeps at once when it is told the rate', async () => {
    const { outcome, printed } = await run(`${SMALL} --memory 1024,2048 --rps 1 --yes`);

    expect(outcome).toBe(0);
    expect(printed).toMatch(/The cheapest that keeps 99 % within 1000 ms: 1024 MB on x86_64/);
  });

  it.each([
    ['--memory 100', '--memory must be a whole number from 128 to 10240, not "100"'],
    ['--invocations 3', '--invocations must be a whole number from 5 to 10000, not "3"'],
    ['--payload nowhere.json', '--payload must name a file with an event in JSON'],
    [SMALL, 'say --yes'],
  ])('refuses "%s" with one line', async (line, message) => {
    const { outcome } = await run(line);

    expect(outcome).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  });
});

describe.skipIf(process.platform === 'win32')('The process of npm run tune', () => {
  it('puts everything back when Ctrl-C ends it in the middle of the questions', async () => {
    const stub = await lambdaStub();
    servers.push(stub);
    const line = `--target digits --region us-east-1 --memory 3008 --payload ${EVENT} --invocations 10000 --yes`;
    const child = spawn(process.execPath, [PROGRAM, ...line.split(' ')], {
      env: { ...process.env, AWS_ENDPOINT_URL_LAMBDA: stub.url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const reported: string[] = [];
    child.stderr.on('data', (text: Buffer) => reported.push(text.toString()));
    const ended = once(child, 'exit');

    await vi.waitFor(() => expect(stub.events.length).toBeGreaterThan(3), { timeout: 15_000 });
    child.kill('SIGINT');
    const [exitCode] = await ended;

    expect(exitCode).toBe(1);
    expect(reported.join('')).toMatch(/Interrupted: putting everything back\.\n.*\nInterrupted\.\n$/s);
    expectUntouched(stub);
  });
});
