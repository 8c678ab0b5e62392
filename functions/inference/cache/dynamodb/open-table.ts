/** The table at start-up: its connection is made while the models load. */
import { type AnswerTable, probe } from '../answer-table.ts';
import { within } from '../within.ts';
import { DynamoClient } from './dynamo-client.ts';
import { DynamoTable } from './dynamo-table.ts';

/** After this an answer is no longer worth waiting for. */
const PATIENCE_MILLISECONDS = 1_000;

/** A table that can be used at once, and better when its connection stands. */
export interface OpeningTable {
  readonly table: AnswerTable;
  /**
   * Whether the table has answered. Never rejects.
   *
   * @param milliseconds the longest wait; the connection goes on being made after it
   */
  answers(milliseconds: number): Promise<boolean>;
}

/**
 * Begins to open the table of that name.
 *
 * @param concurrency questions that ask it at once
 */
export function openTable(name: string, environment: NodeJS.ProcessEnv, concurrency: number): OpeningTable {
  return opening(new DynamoTable(name, new DynamoClient(environment, concurrency)));
}

/** Asks a table something, so that its connection is there before the first question needs it. */
export function opening(table: AnswerTable): OpeningTable {
  const answered = within(PATIENCE_MILLISECONDS, (signal) => probe(table, signal)).then(
    () => true,
    () => false,
  );
  return {
    table,
    answers: (milliseconds) => within(milliseconds, () => answered).catch(() => false),
  };
}
