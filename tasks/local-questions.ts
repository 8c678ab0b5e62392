/** Questions without HTTP: what a task's own contract makes of its samples, for whoever runs its members here. */
import type {
  ContractRequest,
  ContractResponse,
  Reply,
  Sample,
} from '../functions/inference/contracts/client.ts';
import type { Question, QuestionRoute } from '../functions/inference/contracts/contract.ts';
import type { HttpEvent, HttpResponse } from '../functions/inference/service/http.ts';
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
  /** What a caller reads in the reply that has `output` as the answer to a sample. */
  answerOf(sample: Sample, output: unknown): Reply;
}

/** A sample as it is asked. */
interface Asked {
  readonly id: string | undefined;
  readonly route: QuestionRoute;
  readonly question: Question;
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
  const ask = (sample: Sample): Asked => {
    const id = client.needsId ? 'local' : undefined;
    const request = client.request(sample, id, 0);
    const route = contract?.routes.find(
      (found): found is QuestionRoute => 'parse' in found && found.path === request.path,
    );
    if (!route) throw new Error(`${client.contract} has no route ${request.path}`);
    return { id, route, question: route.parse(eventOf(request)) };
  };
  return {
    ...task,
    inputOf: (sample) => ask(sample).question.input,
    answerOf(sample, output) {
      const { id, route, question } = ask(sample);
      return client.read(responseOf(route.reply({ question, output, version: manifest.version }, 0)), id);
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

function responseOf({
  statusCode = 200,
  headers,
  body = '',
  isBase64Encoded,
}: HttpResponse): ContractResponse {
  return {
    status: statusCode,
    headers: headers as Record<string, string>,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8'),
  };
}
