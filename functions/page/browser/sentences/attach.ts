/** Asking with sentences: typed, pasted, or taken from the samples. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { Asked } from '../asking/asked.ts';
import { latestOnly } from '../asking/latest.ts';
import { type Remember, Session } from '../asking/session.ts';
import { AnswerPanel } from '../shell/answer-panel.ts';
import { elementOf, inLanguage } from '../shell/element.ts';
import { showSamples } from '../shell/samples.ts';
import { sentencesWay } from './sentences-way.ts';

/** Whoever pauses for so long while typing wants to see what has come of it. */
const PAUSE_MILLISECONDS = 500;

interface Wanted {
  readonly sample: Sample;
  /** Whether somebody waits for the answer, or goes on typing. */
  readonly isPressed: boolean;
}

export function attachSentences(asked: Asked, remember: Remember): void {
  const { page } = asked.task;
  const session = new Session(asked, sentencesWay(asked.task), new AnswerPanel(), remember);
  const heard = inLanguage(elementOf('heard', HTMLTextAreaElement), page.language);
  elementOf('sentences', HTMLElement).hidden = false;

  let pause: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  const ask = latestOnly<Wanted>(async ({ sample, isPressed }) => {
    await session.underWay;
    session.askAbout(sample, isPressed);
    await session.underWay;
  });
  const want = (isPressed: boolean) => {
    clearTimeout(pause);
    const text = linesOf(heard.value);
    if (text === '' || (text === last && !isPressed)) return;
    last = text;
    void ask({ sample: sampleOf(text), isPressed });
  };

  elementOf('correct', HTMLButtonElement).addEventListener('click', () => want(true));
  const wantSoon = (isComposing: boolean) => {
    clearTimeout(pause);
    if (!isComposing) pause = setTimeout(() => want(false), PAUSE_MILLISECONDS);
  };
  // Where a character is composed of several keys, it is waited for, and Enter only ends it.
  heard.addEventListener('input', (event) => wantSoon((event as InputEvent).isComposing));
  heard.addEventListener('compositionend', () => wantSoon(false));
  heard.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!event.repeat) want(true);
  });
  showSamples(asked.task, (sample) => {
    heard.value = new TextDecoder().decode(sample.bytes).trim();
    want(true);
  });
}

/** One hypothesis a line; lines that hold nothing are none. */
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
