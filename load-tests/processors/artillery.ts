/** What this project uses of a virtual user's context; Artillery owns the object. */
export interface UserContext {
  vars: Record<string, unknown> & { target: string };
}

/** Artillery's metrics: counters are summed, histograms get percentiles, rates are per second. */
export interface Metrics {
  emit(kind: 'counter', name: string, value: number): unknown;
  emit(kind: 'histogram', name: string, value: number): unknown;
  emit(kind: 'rate', name: string): unknown;
}

/** Callback of a `whileTrue` function. */
export type Continue = (again: boolean) => void;
