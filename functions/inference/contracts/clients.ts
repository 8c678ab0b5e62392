/**
 * The parts of the contracts for API Gateway's routes, the local server, the stack and clients. The contracts themselves are in
 * `contracts.ts`. Runs in browsers, too.
 */
import { type Address, get, modelBasePath, post } from './addresses.ts';
import type { ContractClient, ContractOutline } from './client.ts';
import { esun2021Outline, esun2022Outline } from './esun/client.ts';
import { openInferenceOutline } from './open-inference/client.ts';
import { openaiEmbeddingsOutline } from './openai-embeddings/client.ts';
import { predictionsOutline } from './predictions/client.ts';
import { rerankOutline } from './rerank/client.ts';

const OUTLINES: readonly ContractOutline[] = [
  esun2021Outline,
  esun2022Outline,
  openaiEmbeddingsOutline,
  predictionsOutline,
  rerankOutline,
  openInferenceOutline,
];

export const contractNames: readonly string[] = OUTLINES.map(({ name }) => name);

export const SIGNING_CONTRACTS: readonly string[] = OUTLINES.filter(({ signs }) => signs).map(
  ({ name }) => name,
);

/**
 * Makes the client of a contract for a model; undefined if there is no such contract.
 * @param input name of the model's input, for contracts that name it
 */
export function findClient(contract: string, model: string, input?: string): ContractClient | undefined {
  return findOutline(contract)?.client(model, input);
}

/** Addresses of a model that do not depend on its contracts. */
const COMMON = [
  get('/'),
  post('/explain'),
  get('/labels'),
  get('/healthz'),
  get('/openapi.json'),
  get('/docs'),
];

/** Addresses that name no model. In a service of several models, each address belongs to the first model that has it. */
export function plainAddresses(contracts: readonly string[]): Address[] {
  return [...COMMON, ...contracts.flatMap((contract) => findOutline(contract)?.plain ?? [])];
}

export function ownAddresses(model: string, contracts: readonly string[]): Address[] {
  const below = modelBasePath(model);
  return [
    get(below),
    get(`${below}/{proxy+}`),
    post(`${below}/{proxy+}`),
    ...contracts.flatMap((contract) => findOutline(contract)?.own?.(model) ?? []),
  ];
}

function findOutline(contract: string): ContractOutline | undefined {
  return OUTLINES.find(({ name }) => name === contract);
}
