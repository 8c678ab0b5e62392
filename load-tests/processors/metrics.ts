import type { SentRequest } from '../client/send.ts';
import type { Metrics } from './artillery.ts';

/**
 * Tells Artillery about an exchange under the names its own HTTP engine uses, so that `ensure`, the
 * console and every reporting plug-in work. Unlike there, `http.total` begins when the request was due, and a time-out
 * counts in it.
 */
export function emitExchange(metrics: Metrics, { record, exchange }: SentRequest): void {
  metrics.emit('counter', 'http.requests', 1);
  metrics.emit('rate', 'http.request_rate');
  metrics.emit('histogram', 'http.total', record.milliseconds);
  if (exchange.firstByteMilliseconds !== undefined) {
    metrics.emit('histogram', 'http.response_time', exchange.firstByteMilliseconds);
  }
  if (record.outcome === 'completed') {
    metrics.emit('counter', 'http.responses', 1);
    metrics.emit('counter', `http.codes.${record.status}`, 1);
  }
  metrics.emit('counter', 'subsecond.failed', record.error === undefined ? 0 : 1);
  if (record.error !== undefined) metrics.emit('counter', `errors.${record.error}`, 1);
  const { answer, label } = record;
  const wrong = answer !== undefined && label !== undefined && answer !== label;
  metrics.emit('counter', 'subsecond.wrong', wrong ? 1 : 0);
}
