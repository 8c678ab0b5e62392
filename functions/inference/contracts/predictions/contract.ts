/** Contract `predictions`: one picture a request, as TorchServe and Multi Model Server take it. */
import { hash } from 'node:crypto';
import type { LabelAnswer, PictureQuestion } from '../../pipelines/image-labels/types.ts';
import { PREDICTIONS_ROOT, predictionsPath } from '../addresses.ts';
import type { Contract, ContractDefinition } from '../contract.ts';
import { json, problemResponse } from '../http.ts';
import { cachedUnder } from '../idempotency-key.ts';
import { describePredictions } from './description.ts';
import { ANSWER_HEADER } from './headers.ts';
import { missingAt } from './missing.ts';
import { readPicture } from './read-picture.ts';

export const predictions: ContractDefinition = {
  name: 'predictions',
  kinds: ['image-labels'],
  open(task): Contract {
    const path = predictionsPath(task.name);
    const contract: Contract<PictureQuestion, LabelAnswer> = {
      name: predictions.name,
      root: PREDICTIONS_ROOT,
      missing: (path) => missingAt(path, task),
      routes: [
        {
          method: 'POST',
          path,
          parse(request) {
            const picture = readPicture(request);
            const cached = cachedUnder(request, () => hash('sha256', picture));
            return { ...cached, attemptsLeft: undefined, input: { picture, everyLabel: false } };
          },
          reply: ({ output }) => ({
            ...json(200, undefined, { [ANSWER_HEADER]: encodeURIComponent(output.label) }),
            body: bodyOf(output.ranking),
          }),
        },
        {
          method: 'GET',
          path: '/ping',
          tellsReadiness: true,
          respond: () => json(200, { status: 'Healthy' }),
        },
      ],
      problem: problemResponse,
      describe: () => describePredictions(task),
    };
    return contract as Contract;
  },
};

/** Written by hand: a JavaScript object would put labels that are numbers in numeric order. */
function bodyOf(ranking: LabelAnswer['ranking']): string {
  const entries = ranking.map(({ label, probability }) => `${JSON.stringify(label)}:${probability}`);
  return `{${entries.join(',')}}`;
}
