import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectDirectory } from '../../project/places.ts';
import { FIXTURES, startFixture, temporaryFolder } from './helpers/fixture-service.ts';
import { PATIENT } from './helpers/gateway.ts';
import { type HeldQuestions, heldQuestions } from './helpers/held-questions.ts';
import { taskFolder } from './helpers/task-folder.ts';

interface Run {
  process: ChildProcess;
  output: string;
  errors: string;
  exit: Promise<number | null>;
  held: HeldQuestions;
}

/** Runs `npm start` with `fixtures/held.mjs` as its function. */
function start(...options: string[]): Run {
  const data = temporaryFolder();
  const held = heldQuestions(join(data, 'function.log'));
  const places = ['--function', join(FIXTURES, 'bundle'), '--data', data];
  const child = spawn(process.execPath, ['bin/start.ts', ...places, '--no-cache', ...options], {
    cwd: projectDirectory,
    env: { ...process.env, ...held.environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const run: Run = {
    process: child,
    output: '',
    errors: '',
    held,
    exit: new Promise((resolve) => child.once('close', resolve)),
  };
  child.stdout.on('data', (data) => {
    run.output += data;
  });
  child.stderr.on('data', (data) => {
    run.errors += data;
  });
  return run;
}

/** Waits for the line with the address. */
async function listening(run: Run): Promise<string> {
  await expect
    .poll(() => run.output, { timeout: 40_000 })
    .toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/m);
  return /http:\/\/127\.0\.0\.1:\d+/.exec(run.output)?.[0] as string;
}

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// Each test starts processes, which takes many times as long on a busy machine.
describe('npm start', { timeout: 60_000 }, () => {
  it('prints its address and the documentation', async () => {
    const run = start('--port', '0');

    const url = await listening(run);

    expect(run.output).toContain(`${url}/docs`);
  });

  it('says where each of several tasks is found, and how many environments it has', async () => {
    const [one, two] = [taskFolder('one', { title: 'The first' }), taskFolder('two')];
    const run = start(one, two, '--port', '0', '--provisioned', '1', '--provisioned', 'two=2');

    const url = await listening(run);

    expect(run.output).toMatch(/environments +one 1, two 2 warm/);
    expect(run.output).toContain(`The first: ${url}/tasks/one/docs`);
  });

  it('finishes the requests in flight at Ctrl-C and leaves no process behind', async () => {
    const run = start('--port', '0', '--provisioned', '2');
    const url = await listening(run);
    const inFlight = [1, 2].map(() => fetch(`${url}/?held=yes`));
    await run.held.gathered(2);

    run.process.kill('SIGINT');
    run.held.release();

    const responses = await Promise.all(inFlight);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await run.exit).toBe(0);
    const pids = responses.map(({ headers }) => Number(headers.get('x-process')));
    expect(new Set(pids).size).toBe(2);
    expect(pids.filter(alive)).toEqual([]);
  });

  it('takes no further requests after Ctrl-C', async () => {
    const run = start('--port', '0', '--provisioned', '1', '--max-concurrency', '1', '--no-queue');
    const url = await listening(run);
    const inFlight = fetch(`${url}/?held=yes`);
    await run.held.gathered(1);

    run.process.kill('SIGINT');

    const refused = async () => {
      const { status, headers } = await fetch(url);
      return [status, headers.get('retry-after')];
    };
    await expect.poll(refused, PATIENT).toEqual([503, '1']);
    run.held.release();
    expect((await inFlight).status).toBe(200);
    await run.exit;
    await expect(fetch(url)).rejects.toThrow();
  });

  it('says in one line which port is in use', async () => {
    const { url } = await startFixture('echo');
    const { port } = new URL(url);

    const run = start('--port', port);

    expect(await run.exit).toBe(1);
    expect(run.errors).toBe(
      `port ${port} of 127.0.0.1 is in use: stop what listens there or choose another --port\n`,
    );
  });

  it('says in one line that the function is in a folder', async () => {
    const file = join(FIXTURES, 'bundle', 'index.mjs');

    const run = start('--port', '0', '--function', file);

    expect(await run.exit).toBe(2);
    expect(run.errors).toContain(`--function must be a folder with a bundle, not ${file}\n`);
  });

  it.runIf(process.platform === 'linux').each([
    [FIXTURES, 'bundle/index.mjs', 'it is a file'],
    [FIXTURES, 'bundle/index.mjs/data', 'it lies below a file'],
    ['/proc', 'data', 'no folder can be made there'],
  ])('says in one line why %s/%s cannot keep data', async (place, name, reason) => {
    const run = start('--port', '0', '--data', join(place, name));

    expect(await run.exit).toBe(1);
    expect(run.errors.trim().split('\n').at(-1)).toContain(
      `${join(place, name)} cannot be written: ${reason}`,
    );
  });

  it('says in one line which file a missing task lacks', async () => {
    const run = start('ancient-greek');

    expect(await run.exit).toBe(2);
    expect(run.errors).toMatch(
      /^there is no task "ancient-greek": expected the file .*ancient-greek.ensemble\.json, .*\n$/,
    );
  });

  it.each([
    [['--prot', '80'], 'there is no option --prot: did you mean --port?'],
    [['--port', 'http'], '--port must be a whole number from 0 to 65535, not "http"'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535'],
    [['--provisioned', '-1'], '--provisioned must be a whole number from 0 to 1000, not "-1"'],
    [['--max-concurrency', '0'], '--max-concurrency must be a whole number from 1 to 1000'],
    [['--provisioned', '5', '--max-concurrency', '2'], '--provisioned 5 is more than --max-concurrency 2'],
    [['handwriting', 'handwriting'], 'the task handwriting is named twice'],
    [['--provisioned', 'digits=x'], '--provisioned must be a whole number from 0 to 1000, not "x"'],
    [['--provisioned', 'digits=2'], 'there are environments for "digits", but the tasks are handwriting'],
    [
      ['--labels', 'labels.txt'],
      '--labels: for a bare ONNX file; the task handwriting has its ensemble.json',
    ],
    [['one.onnx', 'two.onnx', '--width', '8'], '--width: which of one.onnx, two.onnx?'],
    [
      ['one.onnx', '--width', 'x', '--fit', 'y'],
      '--width must be a whole number above 0, got "x"; --fit must be fill',
    ],
  ])('refuses %j in one line with exit code 2', async (options, message) => {
    const run = start(...options);

    expect(await run.exit).toBe(2);
    expect(run.errors).toContain(message);
    expect(run.errors.trim().split('\n')).toHaveLength(1);
  });

  it('explains its options with --help', async () => {
    const run = start('--help');

    expect(await run.exit).toBe(0);
    expect(run.output).toContain('--max-concurrency <n>');
    expect(run.output).toContain('--labels <file>');
  });
});
