/** A model for photographs of insects, and responses of its service. */
import type { Request } from 'playwright-core';
import type { PageModel } from '../../../functions/inference/information/page.ts';
import type { Brought } from './bring.ts';
import { redPicture } from './tiny-models.ts';

export const INSECTS: PageModel = {
  name: 'insects',
  pipeline: 'image-classification',
  title: 'Ants and bees',
  hint: 'Photograph an insect.',
  version: '1',
  contract: 'predictions',
  inputs: [],
  members: 2,
  deadlineMilliseconds: 1000,
  page: { language: 'en' },
  samples: [],
  takesCandidateLabels: false,
  labels: 4,
  others: [],
};

export const INSECT_LABELS = ['ant', 'bee', 'wasp', 'fly'];

/** A response of `POST /explain`, by default for a bee. */
export function explanationOf(prediction = 'bee', probability = 0.93) {
  const top = [
    { label: prediction, probability },
    { label: 'ant', probability: 1 - probability },
  ];
  return {
    reply: null,
    prediction,
    cache: 'miss',
    version: '1',
    confidence: probability,
    rejected: false,
    threshold: 0,
    together: 1,
    members: ['first', 'second'].map((name) => ({ name, weight: 1, milliseconds: 9, top })),
    mean: top,
    stages: { contract: 1, cacheGet: 1, decode: 8, predict: 20, cachePut: 2 },
  };
}

/** Small pictures of different sizes, so that tests can tell them apart. */
export async function photographs(...names: readonly string[]): Promise<Brought[]> {
  const pictures = await Promise.all(names.map((_, index) => redPicture(16 + index, 16)));
  return pictures.map((bytes, index) => ({ name: names[index]!, type: 'image/png', bytes }));
}

/** The index in `files` of the file that a request sends. */
export function whichOf(files: readonly Brought[], request: Request): number {
  return files.findIndex(({ bytes }) => request.postDataBuffer()?.equals(bytes));
}
