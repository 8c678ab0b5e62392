import type { ContractDefinition } from './contract.ts';
import { esun2021 } from './esun/esun-2021.ts';
import { esun2022 } from './esun/esun-2022.ts';
import { openInference } from './open-inference/contract.ts';
import { openaiEmbeddings } from './openai-embeddings/contract.ts';
import { predictions } from './predictions/contract.ts';
import { rerank } from './rerank/contract.ts';

const CONTRACTS: readonly ContractDefinition[] = [
  esun2021,
  esun2022,
  openaiEmbeddings,
  predictions,
  rerank,
  openInference,
];

export function findContract(name: string): ContractDefinition | undefined {
  return CONTRACTS.find((contract) => contract.name === name);
}
