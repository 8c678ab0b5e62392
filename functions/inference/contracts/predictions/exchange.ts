/** What the contract `predictions` needs of a kind of input: how it is read, and how what is made of it goes out. */
import type { ContractDescription, Question, QuestionRoute } from '../contract.ts';
import type { HttpRequest } from '../http.ts';

export interface Exchange<Input, Output> extends Pick<QuestionRoute<Input, Output>, 'reply'> {
  /** @throws {Problem} when it is no question */
  parse(request: HttpRequest): Question<Input>;
  describe(): ContractDescription;
}
