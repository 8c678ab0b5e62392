/** Contract `predictions`: a picture or texts a request, as TorchServe and Multi Model Server take them. */
import { PREDICTIONS_ROOT, predictionsPath } from '../addresses.ts';
import type { Contract, ContractDefinition, TaskInfo } from '../contract.ts';
import { json, problemResponse } from '../http.ts';
import type { Exchange } from './exchange.ts';
import { missingAt } from './missing.ts';
import { pictureLabels } from './picture-exchange.ts';
import { textEmbeddings, textLabels } from './texts/exchange.ts';

/** How each kind is asked. */
const EXCHANGES: Readonly<Record<string, (task: TaskInfo) => Exchange<unknown, unknown>>> = {
  'image-labels': pictureLabels,
  'text-classification': textLabels,
  'feature-extraction': textEmbeddings,
};

export const predictions: ContractDefinition = {
  name: 'predictions',
  kinds: Object.keys(EXCHANGES),
  open(task): Contract {
    const exchange = EXCHANGES[task.kind]!(task);
    const contract: Contract = {
      name: predictions.name,
      root: PREDICTIONS_ROOT,
      missing: (path) => missingAt(path, task),
      routes: [
        {
          method: 'POST',
          path: predictionsPath(task.name),
          parse: (request) => exchange.parse(request),
          reply: (answered, now) => exchange.reply(answered, now),
        },
        {
          method: 'GET',
          path: '/ping',
          tellsReadiness: true,
          respond: () => json(200, { status: 'Healthy' }),
        },
      ],
      problem: problemResponse,
      describe: () => exchange.describe(),
    };
    return contract;
  },
};
