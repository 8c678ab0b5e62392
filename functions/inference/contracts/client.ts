/** The other side of a contract: how a program asks, and what it makes of the reply. Runs in browsers, too. */

/** An input with its right answer. */
export interface Sample {
  /** Name of its file, or another name that tells it from the others. */
  readonly name: string;
  /** The right answer, as `ContractClient.read` gives it; undefined where nobody knows. */
  readonly label: string | undefined;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface ContractRequest {
  readonly method: string;
  /** Below the address of the service, with a slash before it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface ContractResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** What a reply says, or what is wrong with it. */
export type Reply = { readonly answer: string } | { readonly error: string };

/** One contract's client side, for one task. Load tests, bench, evaluation, page and documentation ask through it. */
export interface ContractClient {
  readonly contract: string;
  /** Whether every question must have an id. Elsewhere one without is answered, and not remembered. */
  readonly needsId: boolean;
  /**
   * @param id undefined: the question has none
   * @param attemptsLeft how many more attempts the caller will make
   * @throws {TypeError} when the contract cannot ask that
   */
  request(sample: Sample, id: string | undefined, attemptsLeft: number): ContractRequest;
  /** Reads a reply to the question with that id: only an answer to this very question is one. */
  read(response: ContractResponse, id: string | undefined): Reply;
}
