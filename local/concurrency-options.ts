/** What options of `npm start` say of environments: how many there are, and how many questions each takes at once. */
import { wholeNumber } from '../project/option-number.ts';
import { UsageError } from '../project/usage-error.ts';
import type { ServiceOptions } from './options.ts';
import { type Concurrency, MOST_ENVIRONMENTS } from './served-tasks.ts';

/** Variables of the functions; of an environment that takes one question at a time there are no batches. */
export function readBatch(
  batch: string | undefined,
  delay: string | undefined,
  concurrency: string,
): Record<string, string> {
  if (Number(batch ?? 1) > 1 && Number(concurrency) === 1) {
    throw new UsageError(
      `--batch ${batch} needs --concurrency, such as --concurrency ${batch} --batch ${batch}`,
    );
  }
  return {
    ...(batch !== undefined && { BATCH_LARGEST: String(wholeNumber('batch', batch, 1, 256)) }),
    ...(delay !== undefined && {
      BATCH_QUEUE_DELAY_MILLISECONDS: String(wholeNumber('queue-delay', delay, 0, 1000)),
    }),
  };
}

/** `4` is for each task, `digits=4` for one of them. */
export function readConcurrency(provisioned: readonly string[], most: readonly string[]): ServiceOptions {
  const all: { -readonly [Field in keyof Concurrency]: Concurrency[Field] } = {};
  const concurrencyOf: Record<string, typeof all> = {};
  for (const [option, field, texts, least] of [
    ['provisioned', 'provisioned', provisioned, 0],
    ['max-concurrency', 'maxConcurrency', most, 1],
  ] as const) {
    for (const text of texts) {
      const equals = text.lastIndexOf('=');
      const number = wholeNumber(option, text.slice(equals + 1), least, MOST_ENVIRONMENTS);
      const task = text.slice(0, Math.max(equals, 0));
      const place = equals === -1 ? all : (concurrencyOf[task] ?? {});
      const earlier = place[field];
      if (earlier !== undefined) console.error(`--${option} ${text} overrides ${earlier}`);
      place[field] = number;
      if (equals !== -1) concurrencyOf[task] = place;
    }
  }
  return { ...all, concurrencyOf };
}
