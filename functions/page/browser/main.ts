/** Puts the page together: one form, one result view and one history, with the parts of the model's pipeline in them. */
import { findClient } from '../../inference/contracts/clients.ts';
import type { PageTask } from '../../inference/information/page.ts';
import { History } from './history/history.ts';
import { attachImages } from './image/attach.ts';
import { imagePipeline } from './image/pipeline.ts';
import { LoadTest } from './load/load-test.ts';
import { addressesOf } from './request/addresses.ts';
import { Service } from './request/service.ts';
import { Session } from './request/session.ts';
import { elementOf } from './result/element.ts';
import { showHeading } from './result/heading.ts';
import { ResultView } from './result/result-view.ts';
import { attachTensors, tensorPipeline } from './tensor/attach.ts';
import { attachText } from './text/attach.ts';
import { textPipeline } from './text/pipeline.ts';

const task: PageTask = JSON.parse(elementOf('task', HTMLScriptElement).text);
const addresses = addressesOf(location, task.name);
const client = findClient(task.contract, task.name, task.inputs[0]?.name);
if (!client) throw new Error(`the page has no client of the contract ${task.contract}`);

/** A pipeline that has no form of its own takes tensors. */
const [pipeline, attach] =
  {
    'image-labels': [imagePipeline(task), attachImages] as const,
    'text-correction': [textPipeline(task), attachText] as const,
  }[task.kind] ?? ([tensorPipeline, attachTensors] as const);

showHeading(task, addresses);
const service = new Service(task, client, addresses);
const history = new History(task);
const view = new ResultView(service, pipeline);
const session = new Session(service, view, history, new LoadTest(service));
attach(session, service);
