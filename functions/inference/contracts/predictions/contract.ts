/** Contract `predictions`: a picture or texts a request, as TorchServe and Multi Model Server take them. */
import { PREDICTIONS_ROOT, predictionsPath } from '../addresses.ts';
import type { Contract, ContractDefinition, ModelInfo } from '../contract.ts';
import { json, problemResponse } from '../http.ts';
import type { Exchange } from './exchange.ts';
import { missingAt } from './missing.ts';
import { pictureLabels } from './picture-exchange.ts';
import { textEmbeddings, textLabels } from './texts/exchange.ts';

/** How each pipeline reads requests and writes replies. */
const EXCHANGES: Readonly<Record<string, (model: ModelInfo) => Exchange<unknown, unknown>>> = {
  'image-classification': pictureLabels,
  'text-classification': textLabels,
  'feature-extraction': textEmbeddings,
};

export const predictions: ContractDefinition = {
  name: 'predictions',
  pipelines: Object.keys(EXCHANGES),
  open(model): Contract {
    const exchange = EXCHANGES[model.pipeline]!(model);
    const contract: Contract = {
      name: predictions.name,
      root: PREDICTIONS_ROOT,
      missing: (path) => missingAt(path, model),
      routes: [
        {
          method: 'POST',
          path: predictionsPath(model.name),
          parse: (request) => exchange.parse(request),
          reply: (result, now) => exchange.reply(result, now),
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
