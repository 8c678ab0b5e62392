/** All labels of a model. */
import { noConnection, troubleOf } from '../../request/trouble.ts';

/** Not longer than anybody waits for a list. */
const PATIENCE_MILLISECONDS = 10_000;

/** Requests the labels once; after a failure, again. @returns rejected with a `Trouble` */
export function labelList(address: string): () => Promise<readonly string[]> {
  let labels: Promise<readonly string[]> | undefined;
  return () => {
    labels ??= fetchLabels(address).catch((error) => {
      labels = undefined;
      throw error;
    });
    return labels;
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
