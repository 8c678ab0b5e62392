/** Contract `predictions`: pictures, texts or tensors in a request, as in TorchServe and Multi Model Server. */
import * as v from 'valibot';
import { PREDICTIONS_ROOT, predictionsPath } from '../addresses.ts';
import type { Contract, ContractDefinition, ModelInfo } from '../contract.ts';
import { jsonBody } from '../description/operation.ts';
import { json } from '../http.ts';
import { IDEMPOTENCY_KEY_PARAMETER } from '../request/request-id.ts';
import type { PredictionFormat } from './format.ts';
import { detections, pictureEmbeddings, pictureLabels } from './picture-formats.ts';
import { namedTensors } from './tensor-format.ts';
import { pairScores, textEmbeddings, textEntities, textLabels } from './text-formats.ts';

const FORMATS: Readonly<Record<string, (model: ModelInfo) => PredictionFormat>> = {
  'image-classification': pictureLabels,
  'image-feature-extraction': pictureEmbeddings,
  'object-detection': detections,
  'text-classification': textLabels,
  'text-ranking': pairScores,
  'feature-extraction': textEmbeddings,
  'token-classification': textEntities,
  tensor: namedTensors,
};

const PingSchema = v.object({ status: v.picklist(['Healthy']) });

export const predictions: ContractDefinition = {
  name: 'predictions',
  pipelines: Object.keys(FORMATS),
  open(model): Contract {
    const path = predictionsPath(model.name);
    const { operation, summary, schemas, ...inference } = FORMATS[model.pipeline]!(model);
    return {
      name: predictions.name,
      summary: `${summary}, with the API of TorchServe and Multi Model Server`,
      root: PREDICTIONS_ROOT,
      modelPath: /^\/predictions\/([^/]+)(?:\/([^/]+))?$/,
      routes: [
        ...[path, `${path}/${model.version}`].flatMap((path, index) =>
          // TorchServe's documentation begins with `curl -T`, which sends PUT.
          (['POST', 'PUT'] as const).map((method) => ({
            method,
            path,
            ...inference,
            describe: () => ({
              operationId: `predict${index === 0 ? '' : 'Version'}${method === 'PUT' ? 'ByPut' : ''}`,
              parameters: [IDEMPOTENCY_KEY_PARAMETER],
              ...operation,
            }),
          })),
        ),
        {
          method: 'GET',
          path: '/ping',
          tellsReadiness: true,
          respond: () => json(200, { status: 'Healthy' }),
          describe: () => ({
            operationId: 'ping',
            summary: 'Whether every model is ready',
            gives: jsonBody(PingSchema, { status: 'Healthy' }),
          }),
        },
      ],
      schemas: { ...schemas, Ping: PingSchema },
    };
  },
};
