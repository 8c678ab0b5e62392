/** A model of sentences, and a service that finds nothing to correct in them. */
import type { Request } from 'playwright-core';
import type { PageModel } from '../../../functions/inference/information/page.ts';
import { INSECTS } from './insects.ts';

export const SENTENCES: PageModel = {
  ...INSECTS,
  name: 'sentences',
  pipeline: 'text-correction',
  title: 'Spoken sentences',
  hint: 'Type what was heard.',
  contract: 'esun-2022',
  page: { language: 'zh-Hant' },
  labels: 0,
};

/** The best hypothesis of a request. */
export function heardIn(request: Request): string {
  return request.postDataJSON().sentence_list[0];
}

/** What `POST /explain` says where nothing was changed. */
export function explanationOf(text: string) {
  return {
    reply: null,
    prediction: text,
    cache: 'miss',
    version: '1',
    text,
    confidence: 0.9,
    hypothesis: 0,
    threshold: 0.8,
    members: ['first', 'second'].map((name) => ({ name, weight: 1, milliseconds: 3, places: [] })),
    mean: [],
    stages: { contract: 1, cacheGet: 1, decode: 0, predict: 6, cachePut: 2 },
  };
}
