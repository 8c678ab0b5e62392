/** Questions without HTTP: what a task's own contract makes of its samples, for whoever runs its members here. */
import type {
  ContractRequest,
  ContractResponse,
  Reply,
  Sample,
} from '../functions/inference/contracts/client.ts';
import type { Question, QuestionRoute } from '../functions/inference/contracts/contract.ts';
import type { HttpRequest, HttpResponse } from '../functions/inference/contracts/http.ts';
import { clientOf } from './asked-task.ts';
import type { FoundTask } from './find-task.ts';
import { loadTask, type Task } from './load-task.ts';

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
  const task = await loadTask(directory, manifest, threads);
  const client = clientOf(manifest);
  const contract = task.contracts.find(({ name }) => name === client.contract);
  const ask = (sample: Sample): Asked => {
    const id = client.needsId ? 'local' : undefined;
    const request = client.request(sample, id, 0);
    const route = contract?.routes.find(
      (found): found is QuestionRoute => 'parse' in found && found.path === request.path,
    );
    if (!route) throw new Error(`${client.contract} has no route ${request.path}`);
    return { id, route, question: route.parse(httpRequest(request)) };
  };
  return {
    ...task,
    inputOf: (sample) => ask(sample).question.input,
    answerOf(sample, output) {
      const { id, route, question } = ask(sample);
      const reply = route.reply({ question, output, version: manifest.version }, 0);
      return client.read(contractResponse(reply), id);
    },
  };
}

/** As much of a request as contracts read. */
function httpRequest({ method, path, headers, body }: ContractRequest): HttpRequest {
  return { method, path, body: Buffer.from(body as string), header: (name) => headers[name] };
}

function contractResponse({ status, headers, body = '' }: HttpResponse): ContractResponse {
  return { status, headers, body: body.toString() };
}
