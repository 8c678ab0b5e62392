/** What the contract `predictions` needs of a type of input: how it reads a request and writes the reply. */
import type { ContractDescription, InferenceRoute, ParsedRequest } from '../contract.ts';
import type { HttpRequest } from '../http.ts';

export interface Exchange<Input, Output> extends Pick<InferenceRoute<Input, Output>, 'reply'> {
  /** @throws {Problem} when the body is not a valid request */
  parse(request: HttpRequest): ParsedRequest<Input>;
  describe(): ContractDescription;
}
