/** Questions without HTTP: what a task's own contract makes of its samples, for whoever runs its members here. */
import type { ContractRequest, Sample } from '../functions/inference/contracts/client.ts';
import type { QuestionRoute } from '../functions/inference/contracts/contract.ts';
import type { HttpEvent } from '../functions/inference/service/http.ts';
import { loadTask, type Task } from '../functions/inference/service/task.ts';
import { clientOf } from './asked-task.ts';
import type { FoundTask } from './find-task.ts';

/** A task whose members are loaded in this process. */
export interface LocalTask extends Task {
  /**
   * The input that a sample is, as the kind takes it.
   *
   * @throws {Problem} when the service would refuse it
   */
  inputOf(sample: Sample): unknown;
}

/**
 * Loads a task into this process.
 *
 * @param threads of one inference
 * @throws {ModelError} naming the file or field that cannot be used
 */
export async function loadLocalTask({ directory, manifest }: FoundTask, threads: number): Promise<LocalTask> {
  const { budgetMilliseconds } = manifest;
  const options = { threads, budgetMilliseconds, tasks: undefined };
  const task = await loadTask(directory, manifest, process.env, options);
  const client = clientOf(manifest);
  const contract = task.contracts.find(({ name }) => name === client.contract);
  return {
    ...task,
    inputOf(sample) {
      const request = client.request(sample, client.needsId ? sample.name : undefined, 0);
      const route = contract?.routes.find(
        (found): found is QuestionRoute => 'parse' in found && found.path === request.path,
      );
      if (!route) throw new Error(`${client.contract} has no route ${request.path}`);
      return route.parse(eventOf(request)).input;
    },
  };
}

/** As much of an event as contracts read. */
function eventOf({ method, path, headers, body }: ContractRequest): HttpEvent {
  const event = {
    rawPath: path,
    headers: { ...headers },
    requestContext: { http: { method, path } },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  };
  return event as unknown as HttpEvent;
}
