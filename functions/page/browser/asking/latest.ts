/** Takes what comes in one after the other, however fast it comes: the last is never left out. */

/** @param take never fails */
export function latestOnly<Value>(take: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let latest: { readonly value: Value } | undefined;
  let isTaking = false;
  return async (value) => {
    latest = { value };
    if (isTaking) return;
    isTaking = true;
    while (latest) {
      const { value: next }: { readonly value: Value } = latest;
      latest = undefined;
      await take(next);
    }
    isTaking = false;
  };
}
