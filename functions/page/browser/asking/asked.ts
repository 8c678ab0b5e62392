/** Whom this page asks, and how. */
import type { ContractClient, ContractRequest } from '../../../inference/contracts/client.ts';
import { showCurl } from '../shell/curl-panel.ts';
import type { Addresses } from './addresses.ts';
import type { Answered } from './answered.ts';
import { ask } from './ask.ts';
import type { Question } from './question.ts';
import type { PageTask } from './task.ts';

export interface Asked {
  readonly task: PageTask;
  readonly client: ContractClient;
  readonly addresses: Addresses;
}

/** Asks by the task's contract. @throws {Trouble} in words for a person */
export function askBy(asked: Asked, question: Question): Promise<Answered> {
  const { addresses, task } = asked;
  return ask(addresses.beside('explain'), requestOf(asked, question), task.budgetMilliseconds);
}

/** Shows how the question is asked from a shell. */
export function showAsCurl(asked: Asked, question: Question): void {
  const request = requestOf(asked, question);
  showCurl(asked.addresses.requestTo(request.path), asked.client.contract, request);
}

function requestOf({ client }: Asked, { sample, id, attemptsLeft }: Question): ContractRequest {
  return client.request(sample, id, attemptsLeft);
}
