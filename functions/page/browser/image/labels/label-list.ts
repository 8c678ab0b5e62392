/** Everything that a model answers with. */
import { noConnection, troubleOf } from '../../request/trouble.ts';

/** Not longer than anybody waits for a list. */
const PATIENCE_MILLISECONDS = 10_000;

/** Asks for the labels once; after a failure, again. @returns rejected with a `Trouble` */
export function labelList(address: string): () => Promise<readonly string[]> {
  let asked: Promise<readonly string[]> | undefined;
  return () => {
    asked ??= fetchLabels(address).catch((error) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

async function fetchLabels(address: string): Promise<readonly string[]> {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) }).catch(() => {
    throw noConnection();
  });
  if (!response.ok) throw troubleOf(response.status, {}, response.headers.get('retry-after'));
  const { labels }: { readonly labels: readonly string[] } = await response.json();
  return labels;
}
