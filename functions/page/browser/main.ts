/** Puts the page together: one shell for all tasks, and the way of asking of the task's kind. */
import { findClient } from '../../inference/contracts/clients.ts';
import { addressesOf } from './asking/addresses.ts';
import { readTask } from './asking/task.ts';
import { Crowd } from './crowd/crowd.ts';
import { History } from './history/history.ts';
import { attachPictures } from './pictures/attach.ts';
import { attachSentences } from './sentences/attach.ts';
import { attachCurlPanel } from './shell/curl-panel.ts';
import { showHeading } from './shell/heading.ts';
import { attachTensors } from './tensors/attach.ts';

const task = readTask();
const addresses = addressesOf(location, task.name);
showHeading(task, addresses);
attachCurlPanel();

const client = findClient(task.contract, task.name, task.inputs[0]?.name);
if (!client) throw new Error(`this page cannot ask by the contract ${task.contract}`);
const asked = { task, client, addresses };
const crowd = new Crowd(asked);
const history = new History(asked, (sample) => crowd.about(sample));
if (task.kind === 'image-labels') attachPictures(asked, history);
else if (task.kind === 'text-correction') attachSentences(asked, history.remember);
// Whatever the kind, its questions can be written in JSON.
else attachTensors(asked, history.remember);
