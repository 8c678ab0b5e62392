/** Puts the page together: one form, one result view and one history, with the parts of the model's pipeline in them. */
import { findClient } from '../../inference/contracts/clients.ts';
import type { PageTask } from '../../inference/information/page.ts';
import { History } from './history/history.ts';
import { imageLabels } from './image/attach.ts';
import type { PagePipeline } from './page-pipeline.ts';
import { addressesOf } from './request/addresses.ts';
import { Service } from './request/service.ts';
import { Session } from './request/session.ts';
import { elementOf } from './result/element.ts';
import { showHeading } from './result/heading.ts';
import { ResultView } from './result/result-view.ts';
import { tensor } from './tensor/pipeline.ts';
import { textClassification } from './text/classification.ts';
import { textCorrection } from './text/correction/pipeline.ts';
import { featureExtraction } from './text/embeddings.ts';

const task: PageTask = JSON.parse(elementOf('task', HTMLScriptElement).text);
const addresses = addressesOf(location, task.name);
const client = findClient(task.contract, task.name, task.inputs[0]?.name);
if (!client) throw new Error(`the page has no client of the contract ${task.contract}`);

const PIPELINES: Readonly<Record<string, PagePipeline>> = {
  'image-labels': imageLabels,
  'text-correction': textCorrection,
  'text-classification': textClassification,
  'feature-extraction': featureExtraction,
};
/** One that has no form of its own takes tensors. */
const pipeline = PIPELINES[task.kind] ?? tensor;

showHeading(task, addresses);
const service = new Service(task, client, addresses);
const history = new History(task);
const view = new ResultView(service, pipeline.view(task));
const session = new Session(service, view, history);
pipeline.attach(session, service);
