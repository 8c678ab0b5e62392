/** Asking with a text: an inference request in JSON. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { Session } from '../asking/session.ts';
import type { PageTask } from '../asking/task.ts';
import { notJson } from '../asking/trouble.ts';
import { elementOf } from '../shell/element.ts';
import { showSamples } from '../shell/samples.ts';
import { requestOfZeros } from './zeros.ts';

export function attachTensors({ inputs, samples }: PageTask, session: Session): void {
  elementOf('tensors', HTMLElement).hidden = false;
  const text = elementOf('request', HTMLTextAreaElement);
  text.value = requestOfZeros(inputs);
  const ask = () => session.askAbout(sampleOf(text.value));
  elementOf('ask', HTMLButtonElement).addEventListener('click', ask);
  text.addEventListener('keydown', ({ key, ctrlKey, metaKey, repeat }) => {
    if (key === 'Enter' && (ctrlKey || metaKey) && !repeat) ask();
  });
  showSamples(samples, (sample) => {
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
