/** What the service says of an answer. */
import type * as v from 'valibot';
import type { ExplanationSchema } from '../../../inference/information/explain.ts';

/** What `POST explain` answers: the contract's reply and how it came about. Each kind adds to it. */
export type Explanation = v.InferOutput<typeof ExplanationSchema>;
