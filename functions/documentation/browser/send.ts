/** Sends a request to the service, and shows the response. */
import { requestFor } from '../../page/browser/request/request.ts';
import { elementOf } from '../../page/browser/result/element.ts';
import type { RequestDraft } from './request-form.ts';

/** Response headers that the page shows. */
const SHOWN = ['x-subsecond-cache', 'x-subsecond-members', 'retry-after'];
const TIMEOUT_MILLISECONDS = 10_000;

export async function sendRequest({ client, sample, address }: RequestDraft): Promise<void> {
  const send = elementOf('send', HTMLButtonElement);
  const outcome = elementOf('outcome', HTMLElement);
  const reply = elementOf('reply', HTMLElement);
  // A disabled button would lose the focus.
  if (send.ariaDisabled === 'true') return;
  send.ariaDisabled = 'true';
  outcome.textContent = 'Sending …';
  const started = performance.now();
  let isSent = false;
  try {
    const { id, attemptsLeft } = requestFor(sample);
    const { method, path, headers, body } = client.request(sample, id, attemptsLeft);
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    isSent = true;
    const response = await fetch(address(path), { method, headers, body: body as BodyInit, signal });
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - started);
    const read = client.read(
      { status: response.status, headers: Object.fromEntries(response.headers), body: text },
      id,
    );
    // A list, an object or an error is not repeated here, because the response is shown below.
    const brief = 'prediction' in read && !/^[[{]/.test(read.prediction) ? [read.prediction] : [];
    const shown = SHOWN.filter((name) => response.headers.has(name));
    const headerLines = shown.map((name) => `${name}: ${response.headers.get(name)}`);
    outcome.textContent = [`${response.status} in ${milliseconds} ms`, ...brief, ...headerLines].join(' · ');
    reply.textContent = text;
    reply.hidden = false;
    // A long response must also scroll by keyboard.
    reply.tabIndex = 0;
  } catch (error) {
    outcome.textContent = inWords(error as Error, isSent);
    reply.hidden = true;
  } finally {
    send.ariaDisabled = 'false';
  }
}

/** @param isSent whether the error came after the request was made: while it was sent, or its response was read */
function inWords({ name, message }: Error, isSent: boolean): string {
  if (!isSent) return name === 'SyntaxError' ? `The request is not JSON: ${message}` : message;
  if (name === 'TimeoutError') return `No response within ${TIMEOUT_MILLISECONDS / 1000} seconds.`;
  return `The service cannot be reached, or its response broke off: ${message}`;
}
