import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readStartOptions } from '../../../local/command/start-command.ts';
import { resolveOptions } from '../../../local/options.ts';
import { projectDirectory } from '../../../project/paths.ts';
import { newDataDirectory } from '../../support/data-directory.ts';
import { listen } from '../../support/listen.ts';
import { childrenOf, isAlive } from '../../support/processes.ts';
import { runStart } from '../support/run-start.ts';
import { send, tinyModel } from '../support/tiny-service.ts';

const start = (...options: string[]) => runStart([...options, '--data', newDataDirectory()]);

const onUnix = it.skipIf(process.platform === 'win32');

describe('npm start', () => {
  it('prints what it serves, where its page is, and a command that sends a request, with a placeholder for the key', async () => {
    const model = tinyModel('colours', { title: 'Colours', contracts: [] });
    const run = await start(model, '--workers', '1', '--no-cache', '--api-key', 'k3y').listening();
    const { url } = run;
    await expect.poll(() => run.output).toContain('Send a request:');
    const line = run.output.split('\n').find((text) => text.includes('curl'))!;

    const { stdout } = await promisify(execFile)('bash', ['-c', line.replace('<key>', 'k3y')]);

    expect(run.output).not.toContain('k3y');
    expect(run.output).toMatch(/model +colours \(Colours\), version \S+, pipeline image-classification/);
    expect(run.output).toMatch(new RegExp(`page +${url}/\n`));
    expect(JSON.parse(stdout)).toMatchObject({ model_name: 'colours' });
  });

  it.each([
    ['picture', 'digits', '8'],
    ['text', 'test/fixtures/tiny-text/sentiment', 'positive'],
  ])('prints at the end a short command that sends the first sample, a %s', async (_, model, label) => {
    const run = await start(model, '--workers', '1', '--no-cache').listening();
    await expect.poll(() => run.output).toContain('Send the first sample:');

    const line = run.output.trim().split('\n').at(-1)!;
    const { stdout } = await promisify(execFile)('bash', ['-c', line]);

    expect(line).toMatch(/^curl \S+ -T '\S+'$/);
    expect(Object.keys(JSON.parse(stdout))).toContain(label);
  });

  onUnix.each(['in one process', 'with two front processes'])(
    '%s goes on when nobody reads its output any more, and ends at SIGTERM',
    async (how) => {
      const data = newDataDirectory();
      const fronts = how === 'in one process' ? '1' : '2';
      const command = [process.execPath, 'bin/start.ts', tinyModel('unread'), '--port', '0'];
      const options = ['--fronts', fronts, '--workers', '2', '--data', data];
      const line = ['-c', '"$@" 2>&1 | sed /^Listening/q', 'bash', ...command, ...options];
      const shell = spawn('bash', line, { cwd: projectDirectory, detached: true });
      onTestFinished(() => {
        if (isAlive(shell.pid!)) process.kill(-shell.pid!, 'SIGKILL');
      });
      let output = '';
      shell.stdout.on('data', (data) => {
        output += data;
      });
      await expect.poll(() => output, { timeout: 20_000 }).toMatch(/http.*\n/);
      const url = /http.*/.exec(output)![0];
      const [service] = childrenOf(shell.pid!) as [number];

      for (const child of childrenOf(service)) process.kill(child, 'SIGKILL');
      const log = () => readFileSync(join(data, 'service.log'), 'utf8');
      await expect.poll(log).toContain('is being replaced');
      await expect.poll(async () => (await send(url, 'unread')).status).toBe(200);
      process.kill(service, 'SIGTERM');

      await expect.poll(() => isAlive(service)).toBe(false);
      expect(log()).not.toContain('EPIPE');
    },
  );

  onUnix('finishes requests in flight at Ctrl-C, takes no further ones, and leaves no process', async () => {
    const run = await start(tinyModel('held'), '--workers', '2', '--concurrency', '1').listening();
    const workers = childrenOf(run.process.pid!);
    for (const pid of workers) process.kill(pid, 'SIGSTOP');
    const inFlight = [1, 2, 3].map(() => send(run.url, 'held'));
    const metrics = async () => (await fetch(`${run.url}/metrics`)).text();
    await expect.poll(metrics).toContain('subsecond_waiting_requests{model="held"} 1');

    run.process.kill('SIGINT');
    await expect.poll(() => run.output).toContain('Finishing the requests in flight');
    const refused = async () => {
      const { status, headers } = await send(run.url, 'held');
      return [status, headers.get('retry-after')];
    };
    await expect.poll(refused).toEqual([503, '1']);
    for (const pid of workers) process.kill(pid, 'SIGCONT');

    expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await run.exit).toBe(0);
    expect([workers.length, workers.filter(isAlive)]).toEqual([2, []]);
    await expect(fetch(run.url)).rejects.toThrow();
  });

  onUnix('goes on after an error that nothing catches, which is printed, counted and logged', async () => {
    const thrown = "process.on('SIGUSR2', () => { throw new Error('nobody caught it'); });";
    vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(thrown)}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const run = await start(tinyModel('steady'), '--workers', '1').listening();

    run.process.kill('SIGUSR2');
    await expect.poll(() => run.errors).toContain('nobody caught it');

    expect((await send(run.url, 'steady')).status).toBe(200);
    const metrics = await (await fetch(`${run.url}/metrics`)).text();
    expect(metrics).toContain('subsecond_incidents_total{incident="UncaughtErrors"} 1');
    expect(run.errors).toMatch(/^warning: uncaught error, see .*service\.log: nobody/m);
  });

  it('says in one line which port is in use, before it loads a model', async () => {
    const { port } = new URL(await listen(createServer()));
    const cannotLoad = tinyModel('late');
    writeFileSync(join(cannotLoad, 'first.onnx'), 'no graph');

    const run = start(cannotLoad, '--port', port);

    expect(await run.exit).toBe(1);
    expect(run.errors.replace(/^Loading models .*\n/gm, '')).toBe(
      `port ${port} of 127.0.0.1 is in use: stop what listens there or choose another --port\n`,
    );
  });

  it.each([
    [['--prot', '80'], 'there is no option --prot: did you mean --port?'],
    [['--port', 'http'], '--port must be a whole number from 0 to 65535, not "http"'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535'],
    [['--workers', '0'], '--workers must be a whole number from 1 to 1000, not "0"'],
    [['--fronts', '0'], '--fronts must be a whole number from 1 to 1000, not "0"'],
    [
      ['--fronts', '3', '--workers', '2'],
      '--fronts 3 needs 3 workers of each model, one for each front process, and',
    ],
    [['--concurrency', '0'], '--concurrency must be a whole number from 1 to 1600'],
    [['--cors', 'example.com'], '--cors must be an origin such as https://example.com'],
    [['--cors', 'https://example.com/page'], '--cors must be an origin such as https://example.com'],
    [['--api-key', 'with space'], '--api-key must consist of'],
    [['--log-level', 'loud'], '--log-level must be one of debug, info, warn, error, got loud'],
    [
      ['--labels', 'a.txt'],
      '--labels: only for a bare ONNX file; for the model handwriting, change its ensemble.json',
    ],
    [['one.onnx', 'two.onnx', '--width', '8'], '--width: for which of one.onnx, two.onnx?'],
    [
      ['one.onnx', '--width', 'x', '--fit', 'y'],
      '--width must be a whole number above 0, got "x"; --fit must',
    ],
    [['ancient-greek'], 'there is no model "ancient-greek": expected the file '],
  ])('refuses %j in one line', async (options, message) => {
    const read = async () => resolveOptions((await readStartOptions(options))!);

    await expect(read()).rejects.toMatchObject({
      exitCode: 2,
      message: expect.toSatisfy((text: string) => text.includes(message) && !text.includes('\n')),
    });
  });
});
