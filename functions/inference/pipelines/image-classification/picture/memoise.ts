/**
 * Caches what `compute` gave, by a key made of its parameters, so that it is not computed again.
 *
 * @param capacity keys that are cached; one more, and all of them are forgotten
 */
export function memoise<Parameters extends unknown[], Value>(
  capacity: number,
  keyOf: (...parameters: Parameters) => string,
  compute: (...parameters: Parameters) => Value,
): (...parameters: Parameters) => Value {
  const known = new Map<string, Value>();
  return (...parameters) => {
    const key = keyOf(...parameters);
    if (!known.has(key)) {
      if (known.size >= capacity) known.clear();
      known.set(key, compute(...parameters));
    }
    return known.get(key) as Value;
  };
}
