/** Tests how a pool of scripted workers treats requests and the deaths of workers. */
import { describe, expect, it, vi } from 'vitest';
import { NO_GRAPHS, PREDICTION, scriptedPool } from './pools.ts';

describe('A pool gives requests', () => {
  it('to the worker with the fewest of them, up to its concurrency', async () => {
    const { workers, send, pool } = await scriptedPool({ workers: 2, concurrency: 2 });
    for (const input of ['a', 'b', 'c', 'd', 'e']) send(input);

    expect(workers.map(({ ran }) => ran.join())).toEqual(['a,c', 'b,d']);
    expect(pool.waiting).toBe(1);
  });

  it.each([
    ['one worker, up to the limit of a message, and then to the next', 2, ['a,b,c,d,e', 'f']],
    ['workers that are idle, if there are processors for them', 3, ['a,c,d,e,f', 'b']],
  ])('that take little time to %s', async (_, processors, ran) => {
    const { workers, send } = await scriptedPool({ workers: 2, concurrency: 8, processors });
    for (let request = 0; request < 100; request += 1) {
      send('short');
      workers.find(({ inFlight }) => inFlight > 0)!.respond(0.5);
    }
    for (const worker of workers) worker.ran.length = 0;

    for (const input of ['a', 'b', 'c', 'd', 'e', 'f']) send(input);

    expect(workers.map((worker) => worker.ran.join())).toEqual(ran);
  });

  it('to a worker only when it is ready', async () => {
    const { workers, send } = await scriptedPool({ workers: 2 }, false);
    send('a');
    expect(workers.map(({ ran }) => ran)).toEqual([[], []]);

    workers[1]?.getReady();

    expect(workers.map(({ ran }) => ran)).toEqual([[], ['a']]);
  });
});

it.each([
  ['without the time in which the worker was busy', 20, 7],
  ['and never a negative time', 1, 0],
])('A prediction says how long its request waited, %s', async (_, took, queue) => {
  const { workers, send } = await scriptedPool();
  const sent = send('a');
  vi.advanceTimersByTime(took);
  const [running] = workers[0]!.running;
  running?.resolve({ ...PREDICTION, milliseconds: { decode: 5, predict: 8 } }, running.arrival + took);

  expect((await sent).milliseconds).toEqual({ queue, decode: 5, predict: 8 });
});

describe('A request is refused with 429 and Retry-After', () => {
  const refusal = { problem: 'too-busy', status: 429, headers: { 'retry-after': '1' } };
  /** A pool that lets one request wait, and the durations until requests were refused. */
  const holdingPool = async () => {
    const pool = await scriptedPool({ mostWaiting: 1 });
    const holds: number[] = [];
    const send = async () => {
      const since = Date.now();
      await pool.send('one').catch(() => holds.push(Date.now() - since));
    };
    return { holds, send };
  };

  it('when its deadline can no longer be met', async () => {
    const { send, pool } = await scriptedPool();
    send('running');
    const refused = expect(send('waiting', 500)).rejects.toMatchObject(refusal);
    await vi.advanceTimersByTimeAsync(470);
    expect(pool.waiting).toBe(1);

    await vi.advanceTimersByTimeAsync(20);
    expect(pool.waiting).toBe(0);
    await refused;
  });

  it('within 50 ms when the queue is full, or too long for its deadline', async () => {
    const [full, long] = [await scriptedPool({ mostWaiting: 2 }), await scriptedPool()];
    const sent = [
      ...['a', 'b', 'c', 'd'].map((input) => full.send(input)),
      ...Array.from({ length: 40 }, (_, input) => long.send(input, 500)),
    ];
    const refused: unknown[] = [];
    for (const [index, one] of sent.entries()) one.catch((problem) => refused.push([index, problem]));

    await vi.advanceTimersByTimeAsync(50);

    // A request can start every 20 ms, and each wait counts double, so 11 requests can wait.
    const late = [3, ...Array.from({ length: 28 }, (_, index) => 4 + 12 + index)];
    expect(refused).toEqual(late.map((index) => [index, expect.objectContaining(refusal)]));
  });

  it('at most four thousand times a second if clients repeat at once, and each within a quarter of a second', async () => {
    const { holds, send } = await holdingPool();
    let again = true;
    const client = async () => {
      while (again) await send();
    };

    for (let count = 0; count < 800; count += 1) void client();
    await vi.advanceTimersByTimeAsync(400);
    again = false;

    expect(holds.length).toBeLessThan(0.4 * 4800);
    expect(Math.max(...holds)).toBeLessThanOrEqual(250);
  });

  it('within 30 ms at 3,700 requests a second, whatever the outcome of earlier ones', async () => {
    const { holds, send } = await holdingPool();

    for (let millisecond = 0; millisecond < 1000; millisecond += 1) {
      for (let count = millisecond % 10 < 7 ? 4 : 3; count > 0; count -= 1) void send();
      await vi.advanceTimersByTimeAsync(1);
    }

    expect(holds.length).toBeGreaterThan(3500);
    expect(Math.max(...holds)).toBeLessThanOrEqual(30);
  });

  it('not at once, because a delay slows down clients that repeat at once, and a place may become free', async () => {
    const { send, workers, pool } = await scriptedPool({ mostWaiting: 1 });
    const [, , lucky] = ['running', 'waiting', 'held back'].map((input) => send(input));
    await vi.advanceTimersByTimeAsync(5);

    workers[0]?.respond();
    await vi.advanceTimersByTimeAsync(10);

    expect(pool.waiting).toBe(1);
    await expect(Promise.race([lucky, 'waiting'])).resolves.toBe('waiting');
  });
});

describe('When a worker dies', () => {
  it('and new workers fail, too, all are replaced with a growing delay of up to five seconds', async () => {
    const { workers, pool } = await scriptedPool({ workers: 8 });
    const delays: number[] = [];
    const replaced = async () => {
      let milliseconds = 0;
      for (const worker of workers.slice(-8)) worker.die();
      for (; workers.at(-1)!.ending; milliseconds += 1) await vi.advanceTimersByTimeAsync(1);
      return milliseconds;
    };

    expect([await replaced(), pool.deaths]).toEqual([0, 8]);
    for (let round = 0; round < 9; round += 1) delays.push(await replaced());
    expect(delays).toEqual([50, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);

    workers.at(-1)!.getReady();
    expect(await replaced()).toBe(50);
  });

  it('its requests go to the replacement before later ones', async () => {
    const { workers, send } = await scriptedPool({ concurrency: 2 });
    const sent = ['a', 'b', 'c', 'd'].map((input) => send(input));

    workers[0]?.die();
    workers[1]?.getReady();
    for (let count = 0; count < 4; count += 1) workers[1]?.respond();

    expect(workers[1]?.ran).toEqual(['a', 'b', 'c', 'd']);
    await expect(Promise.all(sent)).resolves.toHaveLength(4);
  });

  it('its requests wait before they go to a free worker, because that worker may have died as well', async () => {
    const { workers, send } = await scriptedPool({ workers: 2 });
    send('a');
    workers[0]?.die();
    await vi.advanceTimersByTimeAsync(49);
    expect(workers[1]?.ran).toEqual([]);

    await vi.advanceTimersByTimeAsync(1);

    expect(workers[1]?.ran).toEqual(['a']);
  });

  it('its requests go at once to a worker that has just responded', async () => {
    const { workers, send } = await scriptedPool({ workers: 2 });
    send('a');
    send('b');
    workers[0]?.die();

    workers[1]?.respond();

    expect(workers[1]?.ran).toEqual(['b', 'a']);
  });

  it('its requests are passed on once more if the next worker has died as well', async () => {
    const { workers, send } = await scriptedPool({ workers: 2 });
    const sent = [send('a'), send('b')];
    workers[0]?.die();
    // The pool gets a response that the worker sent before it died, and only then learns of its death.
    workers[1]?.respond();
    workers[1]?.die();

    workers[2]?.getReady();
    workers[2]?.respond();

    expect(workers[2]?.ran).toEqual(['a']);
    await expect(Promise.all(sent)).resolves.toHaveLength(2);
  });

  it('each of its requests runs alone in its last attempt, so that no other one suffers from the one that ends workers', async () => {
    const { workers, send } = await scriptedPool({ workers: 2, concurrency: 2 });
    const [bad, ...others] = ['bad', 'b', 'c', 'd'].map((input) => send(input));
    for (const worker of [...workers]) worker.die();
    workers[2]?.getReady();
    workers[3]?.getReady();
    await vi.advanceTimersByTimeAsync(50);
    workers[2]?.die();

    workers[3]?.respond();
    others.push(send('later'));
    expect(workers[3]?.running.map(({ input }) => input)).toEqual(['d']);
    workers[3]?.respond();
    expect(workers[3]?.running.map(({ input }) => input)).toEqual(['bad']);
    workers[3]?.die();
    await vi.advanceTimersByTimeAsync(50);
    for (const worker of workers.slice(4)) worker.getReady();
    for (const worker of workers.slice(4)) while (worker.running.length > 0) worker.respond();

    await expect(bad).rejects.toMatchObject({ problem: 'worker-died' });
    await expect(Promise.all(others)).resolves.toHaveLength(4);
  });

  it('a request whose deadline can no longer be met fails with 502', async () => {
    const { workers, send } = await scriptedPool();
    const sent = send('a', 100);
    await vi.advanceTimersByTimeAsync(90);

    workers[0]?.die();

    await expect(sent).rejects.toMatchObject({ problem: 'worker-died', status: 502 });
  });
});

describe('When a worker falls silent', () => {
  it('it gets no more requests, and other workers get the requests that it has not begun', async () => {
    const { workers, send } = await scriptedPool({ workers: 2, concurrency: 3 });
    const [, ...others] = ['a', 'b', 'c'].map((input) => send(input));

    workers[0]?.fallSilent();
    send('d');
    for (let count = 0; count < 3; count += 1) workers[1]?.respond();
    workers[0]?.die();
    workers[2]?.getReady();

    await expect(Promise.all(others)).resolves.toHaveLength(2);
    expect(workers.map(({ ran }) => ran.join())).toEqual(['a,c', 'b,d,c', 'a']);
  });

  it('each request that it has not begun goes to an idle worker, because a busy one may hang, too', async () => {
    const { workers, send } = await scriptedPool({ workers: 2, concurrency: 4 });
    for (const input of ['a', 'b', 'c', 'd', 'e']) send(input);
    for (let count = 0; count < 2; count += 1) workers[1]?.respond();

    workers[0]?.fallSilent();
    expect(workers.map(({ ran }) => ran.join())).toEqual(['a,c,e', 'b,d,c']);

    workers[1]?.respond();
    expect(workers[1]?.ran.join()).toBe('b,d,c,e');
  });

  it('requests that it has not begun are passed on only once, because they may be the cause', async () => {
    const { workers, send } = await scriptedPool({ workers: 3, concurrency: 2 });
    for (const input of ['a', 'b', 'c', 'd', 'e']) send(input);

    workers[0]?.fallSilent();
    workers[1]?.respond();
    workers[1]?.fallSilent();
    workers[2]?.respond();

    expect(workers.map(({ ran }) => ran.join())).toEqual(['a,d', 'b,e,d', 'c']);
  });

  it('and so are all others, an extra worker starts, and ends when all respond again; that counts as no death', async () => {
    const { workers, send, pool } = await scriptedPool();
    const sent = [send('a')];
    workers[0]?.fallSilent();
    await vi.advanceTimersByTimeAsync(100);
    expect(workers).toHaveLength(1);
    sent.push(send('b'));
    await vi.advanceTimersByTimeAsync(100);
    workers[1]?.getReady();
    workers[1]?.respond();
    expect(workers[1]?.kill).not.toHaveBeenCalled();

    workers[0]!.silent = false;
    workers[0]?.respond();
    workers[0]?.die(workers[0].kill.mock.lastCall?.[0]);

    expect(workers.map(({ ran }) => ran.join())).toEqual(['a', 'b']);
    await expect(Promise.all(sent)).resolves.toHaveLength(2);
    expect(pool.deaths).toBe(0);
  });
});

describe('A pool that starts', () => {
  it('is ready when its last worker is, and returns the graphs', async () => {
    const { workers, started } = await scriptedPool({ workers: 2 }, false);
    workers[1]?.getReady();
    await expect(Promise.race([started, 'starting'])).resolves.toBe('starting');

    workers[0]?.getReady();

    await expect(started).resolves.toBe(NO_GRAPHS);
  });

  it('fails with the reason of the worker that failed, once no worker is left', async () => {
    const died = vi.fn();
    const { workers, started, pool } = await scriptedPool({ workers: 2, died }, false);
    const failed = expect(started).rejects.toMatchObject({
      name: 'ServiceError',
      message: 'the model a-model could not start: tiny.onnx: no such file',
    });
    workers[0]?.getReady();
    workers[1]?.die('tiny.onnx: no such file');
    await expect(Promise.race([failed, 'ending'])).resolves.toBe('ending');

    expect(workers[0]?.kill).toHaveBeenCalled();
    workers[0]?.die();

    await failed;
    expect([workers.length, pool.workers()]).toEqual([2, []]);
    expect(died).not.toHaveBeenCalled();
  });

  it('fails when it is stopped meanwhile', async () => {
    const { workers, started, pool } = await scriptedPool({}, false);

    const stopped = pool.stop();
    workers[0]?.die();

    await stopped;
    await expect(started).rejects.toThrow('the model a-model was stopped before it had started');
  });
});

describe('A pool that stops', () => {
  it('still replaces a worker that a request needs', async () => {
    const { workers, send, pool } = await scriptedPool();
    const sent = send('a');
    const stopped = pool.stop();

    workers[0]?.die();
    workers[1]?.getReady();
    workers[1]?.respond();
    await vi.advanceTimersByTimeAsync(0);
    workers[1]?.die();

    await expect(Promise.all([sent, stopped])).resolves.toMatchObject([{ output: 'made' }, undefined]);
  });

  it('waits for requests until their deadlines', async () => {
    const { workers, send, pool } = await scriptedPool();
    send('running', 100);
    workers[0]?.die();
    send('waiting', 100);
    void pool.stop();

    await vi.advanceTimersByTimeAsync(200);

    expect(workers[1]?.kill).toHaveBeenCalled();
  });
});

describe('A pool that is killed', () => {
  it('ends every worker at once, fails all requests, even delayed ones, and starts no further worker', async () => {
    const { workers, send, pool } = await scriptedPool({ workers: 2, mostWaiting: 1 });
    workers[0]?.die();
    workers[2]?.die();
    const sent = ['running', 'waiting', 'held back'].map((input) => send(input));

    pool.kill();
    expect(workers[1]?.kill).toHaveBeenCalled();
    workers[1]?.die();
    await vi.advanceTimersByTimeAsync(10_000);

    for (const one of sent) await expect(one).rejects.toMatchObject({ problem: 'stopping' });
    expect(workers).toHaveLength(3);
    await pool.stop();
  });
});
