/** The form of models of texts: text that is typed, pasted, or taken from the samples. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { PagePipeline } from '../page-pipeline.ts';
import type { Service } from '../request/service.ts';
import type { Session } from '../request/session.ts';
import { latestOnly } from '../request/turns.ts';
import { elementOf, inLanguage } from '../result/element.ts';
import { showSamples, textsOf } from '../result/samples.ts';
import { firstLine } from '../result/words.ts';

/** Pause in typing after which the text is sent. */
const PAUSE_MILLISECONDS = 500;

type Texts = [text: string, second: string, labels: string];

/** Texts of the form. */
export interface TextForm {
  readonly label: string;
  /** Label of a second field that must be filled in. @default the model may have one, for a second text */
  readonly second?: string;
  readonly help: string;
  readonly button: string;
  /** The content that is sent, made from the texts of the fields. @default the text itself, or JSON with more */
  readonly sampleOf?: (...texts: Texts) => Sample;
}

/** A pipeline with this form. */
export function textPipeline(form: TextForm, view: PagePipeline['view']): PagePipeline {
  return { view, attach: (session, service) => attachText(form, session, service) };
}

function attachText(
  { label, help, button, second: secondLabel, sampleOf = plainText }: TextForm,
  session: Session,
  { model }: Service,
): void {
  const field = inLanguage(elementOf('text', HTMLTextAreaElement), model.page.language);
  const second = inLanguage(elementOf('second-text', HTMLTextAreaElement), model.page.language);
  const labels = inLanguage(elementOf('candidate-labels', HTMLInputElement), model.page.language);
  elementOf('own-labels', HTMLElement).hidden = !model.takesCandidateLabels;
  elementOf('pair', HTMLElement).hidden = !model.inputs.some(({ name }) => name === 'text_pair');
  const action = elementOf('send-text', HTMLButtonElement);
  elementOf('text-label', HTMLLabelElement).textContent = label;
  elementOf('text-help', HTMLElement).textContent = `${help} Enter sends, Shift and Enter begin a line.`;
  if (secondLabel !== undefined) elementOf('second-label', HTMLLabelElement).textContent = secondLabel;
  action.textContent = button;
  elementOf('texts', HTMLElement).hidden = false;

  let pause: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  // Without a pressed button, the user is still typing.
  const send = latestOnly<{ texts: Texts; isPressed: boolean }>(({ texts, isPressed }) =>
    session.send([{ name: firstLine(texts[0]), prepare: async () => sampleOf(...texts) }], isPressed),
  );
  const want = (isPressed: boolean) => {
    clearTimeout(pause);
    const texts = [field, second, labels].map(({ value }) => linesOf(value).join('\n')) as Texts;
    const typed = JSON.stringify(texts);
    if (texts[0] === '' || (secondLabel !== undefined && texts[1] === '')) return;
    if (typed === last && !isPressed) return;
    last = typed;
    void send({ texts, isPressed });
  };

  action.addEventListener('click', () => want(true));
  const wantSoon = (isComposing: boolean) => {
    clearTimeout(pause);
    if (!isComposing) pause = setTimeout(() => want(false), PAUSE_MILLISECONDS);
  };
  // During composition of a character (IME), Enter only ends the composition.
  for (const typed of [field, second, labels] as HTMLElement[]) {
    typed.addEventListener('input', (event) => wantSoon((event as InputEvent).isComposing));
    typed.addEventListener('compositionend', () => wantSoon(false));
    typed.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat) want(true);
    });
  }
  showSamples(model, ({ mediaType, bytes }) => {
    const { text, text_pair: pair, query, texts = [] } = textsOf(mediaType, bytes);
    const lines = texts.join('\n');
    field.value = text ?? query ?? lines;
    second.value = pair ?? (query === undefined ? '' : lines);
    labels.value = '';
    want(true);
  });
}

/** @param second second text of a pair, or empty @param labels labels separated by commas, or empty */
export function plainText(text: string, second = '', labels = ''): Sample {
  if (second === '' && labels === '') return sampleWith('text/plain', text);
  const pair = second === '' ? {} : { text_pair: second };
  const candidates = labels === '' ? {} : { candidate_labels: labels };
  return sampleWith('application/json', JSON.stringify({ text, ...pair, ...candidates }));
}

/** @param mediaType of the content */
export function sampleWith(mediaType: string, content: string): Sample {
  return { name: 'text', label: undefined, mediaType, bytes: new TextEncoder().encode(content) };
}

/** The lines that are not empty. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
