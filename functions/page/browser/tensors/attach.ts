/** Asking with a text: an inference request in JSON. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { Asked } from '../asking/asked.ts';
import { type Remember, Session } from '../asking/session.ts';
import { notJson } from '../asking/trouble.ts';
import { AnswerPanel } from '../shell/answer-panel.ts';
import { elementOf } from '../shell/element.ts';
import { showSamples } from '../shell/samples.ts';
import { tensorsWay } from './tensors-way.ts';
import { requestOfZeros } from './zeros.ts';

export function attachTensors(asked: Asked, remember: Remember): void {
  const session = new Session(asked, tensorsWay, new AnswerPanel(), remember);
  elementOf('tensors', HTMLElement).hidden = false;
  const text = elementOf('request', HTMLTextAreaElement);
  text.value = requestOfZeros(asked.task.inputs);
  const ask = () => session.askAbout(sampleOf(text.value));
  elementOf('ask', HTMLButtonElement).addEventListener('click', ask);
  text.addEventListener('keydown', ({ key, ctrlKey, metaKey, repeat }) => {
    if (key === 'Enter' && (ctrlKey || metaKey) && !repeat) ask();
  });
  showSamples(asked.task, (sample) => {
    text.value = new TextDecoder().decode(sample.bytes);
    session.askAbout(sample);
  });
}

/** @throws {Trouble} where the text is not JSON */
async function sampleOf(text: string): Promise<Sample> {
  try {
    JSON.parse(text);
  } catch (error) {
    throw notJson(error as Error);
  }
  return {
    name: 'request',
    label: undefined,
    mediaType: 'application/json',
    bytes: new TextEncoder().encode(text),
  };
}
