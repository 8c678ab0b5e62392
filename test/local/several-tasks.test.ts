import { describe, expect, it } from 'vitest';
import { startService } from '../../local/service.ts';
import { startFixture } from './helpers/fixture-service.ts';
import { startHolding } from './helpers/held-questions.ts';
import { taskFolder } from './helpers/task-folder.ts';

const read = async (response: Response) => JSON.parse(await response.text());

describe('A service of several tasks', () => {
  it('has a function for each, which is told its folder and all tasks', async () => {
    const one = taskFolder('one', { title: 'The first' });
    const two = taskFolder('two', { version: '7' });
    const { url } = await startFixture('variables', { tasks: [one, two] });

    const first = await read(await fetch(`${url}/healthz`));
    const second = await read(await fetch(`${url}/tasks/two/healthz`));

    const tasks = [
      { name: 'one', version: '1', title: 'The first' },
      { name: 'two', version: '7', title: 'two' },
    ];
    expect(first).toMatchObject({ name: 'subsecond-one', directory: one, tasks, path: '/healthz' });
    expect(second).toMatchObject({ name: 'subsecond-two', directory: two, tasks });
    expect(second).toMatchObject({
      path: '/tasks/two/healthz',
      arn: expect.stringContaining('subsecond-two'),
    });
  });

  it('sends a path of an unknown task to the first, which answers in the words of the contract', async () => {
    const { url } = await startFixture('variables', { tasks: [taskFolder('one'), taskFolder('two')] });

    const unknown = await read(await fetch(`${url}/v2/models/nope/infer`, { method: 'POST' }));

    expect(unknown).toMatchObject({ name: 'subsecond-one' });
  });

  it('gives each its own environments, and tells them apart', async () => {
    const service = await startFixture('slow', {
      tasks: [taskFolder('one'), taskFolder('two')],
      provisioned: 1,
      maxConcurrency: 2,
      concurrencyOf: { two: { provisioned: 2 } },
    });

    const environments = service.environments();

    expect(environments.map(({ task }) => task)).toEqual(['one', 'two', 'two']);
    expect(new Set(environments.map(({ number }) => number)).size).toBe(3);
  });

  it('answers by one task while another has no environment free', async () => {
    const tasks = [taskFolder('one'), taskFolder('two')];
    const { service, held, ask } = await startHolding({ tasks, queue: false });
    const busy = ask();
    await held.gathered(1);

    const refused = await fetch(service.url);
    const other = await fetch(`${service.url}/tasks/two`);
    held.release();

    expect([refused.status, other.status]).toEqual([429, 200]);
    expect((await busy).status).toBe(200);
  });

  it('counts what happens to each', async () => {
    const tasks = [taskFolder('one'), taskFolder('two')];
    const service = await startFixture('slow', { tasks, concurrencyOf: { two: { provisioned: 0 } } });

    await fetch(`${service.url}/tasks/two?milliseconds=1`);

    expect(service.statistics()).toMatchObject({
      spillOver: 1,
      tasks: [
        { task: 'one', spillOver: 0 },
        { task: 'two', spillOver: 1 },
      ],
    });
  });

  it('lets a question wait as long as its own task has time', async () => {
    const { held, ask } = await startHolding({
      tasks: [
        taskFolder('hasty', { budgetMilliseconds: 500 }),
        taskFolder('patient', { budgetMilliseconds: 10_000 }),
      ],
      environment: {},
    });

    const long = [ask('/tasks/hasty'), ask('/tasks/patient')];
    await held.gathered(2);
    const [hasty, patient] = [ask('/tasks/hasty'), ask('/tasks/patient')];
    const refused = await hasty;
    held.release();

    const answered = await Promise.all([...long, patient]);
    expect([...answered, refused].map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });

  it('names the task that could not start', async () => {
    const started = startFixture('broken', { tasks: [taskFolder('one')] });

    await expect(started).rejects.toThrow('the task one could not start: members/tiny.onnx: no such file');
  });

  it.each([
    ['the same task twice', (one: string) => [one, one], /^the task one is named twice: /],
    [
      'two of the same name',
      (one: string) => [one, taskFolder('one')],
      /are both called "one": change "task"/,
    ],
    ['none', () => [], 'a service needs one task at least'],
  ])('refuses %s in one line', async (_, tasks, message) => {
    const started = startService({ port: 0, tasks: tasks(taskFolder('one')) });

    await expect(started).rejects.toThrow(message);
    await expect(started).rejects.toMatchObject({ exitCode: 2 });
  });

  it('refuses environments for a task that it does not have', async () => {
    const options = { tasks: [taskFolder('one')], concurrencyOf: { two: { provisioned: 1 } } };

    await expect(startService(options)).rejects.toThrow(
      'there are environments for "two", but the tasks are one',
    );
  });
});
