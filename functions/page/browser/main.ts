/** Assembles the page: form, result view and history, with the parts of the model's pipeline. */
import { findClient } from '../../inference/contracts/clients.ts';
import type { PageModel } from '../../inference/information/page.ts';
import { History } from './history/history.ts';
import { imageClassification } from './image/attach.ts';
import { objectDetection } from './image/detection.ts';
import { imageFeatureExtraction } from './image/embeddings.ts';
import type { PagePipeline } from './page-pipeline.ts';
import { addressesOf } from './request/addresses.ts';
import { Session } from './request/session.ts';
import { elementOf } from './result/element.ts';
import { showHeading } from './result/heading.ts';
import { ResultView } from './result/result-view.ts';
import { tensor } from './tensor/pipeline.ts';
import { textClassification } from './text/classification.ts';
import { textCorrection } from './text/correction/pipeline.ts';
import { featureExtraction } from './text/embeddings.ts';
import { tokenClassification } from './text/entities.ts';
import { textRanking } from './text/ranking.ts';

const model: PageModel = JSON.parse(elementOf('model', HTMLScriptElement).text);
const addresses = addressesOf(location, model.name);
const client = findClient(model.contract, model.name, model.inputs[0]?.name);
if (!client) throw new Error(`the page has no client of the contract ${model.contract}`);

const PIPELINES: Readonly<Record<string, PagePipeline>> = {
  'image-classification': imageClassification,
  'image-feature-extraction': imageFeatureExtraction,
  'object-detection': objectDetection,
  'text-correction': textCorrection,
  'text-classification': textClassification,
  'text-ranking': textRanking,
  'feature-extraction': featureExtraction,
  'token-classification': tokenClassification,
};
/** A pipeline without its own form uses the form for tensors. */
const pipeline = PIPELINES[model.pipeline] ?? tensor;

showHeading(model, addresses);
const service = { model, client, addresses };
const view = pipeline.view(model);
const session = new Session(service, new ResultView(service, view), new History(model, view));
pipeline.attach(session, service);
