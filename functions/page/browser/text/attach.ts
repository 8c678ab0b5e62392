/** The form of text models: sentences are typed, pasted, or taken from the samples. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { Service } from '../request/service.ts';
import type { Session } from '../request/session.ts';
import { latestOnly } from '../request/turns.ts';
import { elementOf, inLanguage } from '../result/element.ts';
import { showSamples } from '../result/samples.ts';

/** Who pauses for so long while typing wants to see a result. */
const PAUSE_MILLISECONDS = 500;

interface Wanted {
  readonly text: string;
  /** Whether somebody waits for the response, or goes on typing. */
  readonly isPressed: boolean;
}

export function attachText(session: Session, { task }: Service): void {
  const field = inLanguage(elementOf('heard', HTMLTextAreaElement), task.page.language);
  elementOf('sentences', HTMLElement).hidden = false;

  let pause: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  const send = latestOnly<Wanted>(({ text, isPressed }) =>
    session.send([{ name: 'sentence', prepare: async () => sampleOf(text) }], isPressed),
  );
  const want = (isPressed: boolean) => {
    clearTimeout(pause);
    const text = linesOf(field.value);
    if (text === '' || (text === last && !isPressed)) return;
    last = text;
    void send({ text, isPressed });
  };

  elementOf('correct', HTMLButtonElement).addEventListener('click', () => want(true));
  const wantSoon = (isComposing: boolean) => {
    clearTimeout(pause);
    if (!isComposing) pause = setTimeout(() => want(false), PAUSE_MILLISECONDS);
  };
  // Where a character is composed of several keys, it is waited for, and Enter only ends it.
  field.addEventListener('input', (event) => wantSoon((event as InputEvent).isComposing));
  field.addEventListener('compositionend', () => wantSoon(false));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!event.repeat) want(true);
  });
  showSamples(task, (sample) => {
    field.value = new TextDecoder().decode(sample.bytes).trim();
    want(true);
  });
}

/** One hypothesis a line, without empty lines. */
function linesOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function sampleOf(text: string): Sample {
  return {
    name: 'sentence',
    label: undefined,
    mediaType: 'text/plain',
    bytes: new TextEncoder().encode(text),
  };
}
