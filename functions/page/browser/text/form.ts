/** The form of models of texts: text that is typed, pasted, or taken from the samples. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { PagePipeline } from '../page-pipeline.ts';
import type { Service } from '../request/service.ts';
import type { Session } from '../request/session.ts';
import { latestOnly } from '../request/turns.ts';
import { elementOf, inLanguage } from '../result/element.ts';
import { showSamples } from '../result/samples.ts';
import { firstLine } from '../result/words.ts';

/** Pause in typing after which the text is sent. */
const PAUSE_MILLISECONDS = 500;

/** Texts of the form. */
export interface TextForm {
  readonly label: string;
  readonly help: string;
  readonly button: string;
  /** The content that is sent, made from the text of the field. @default the text itself */
  readonly sampleOf?: (text: string) => Sample;
}

/** A pipeline with this form. */
export function textPipeline(form: TextForm, view: PagePipeline['view']): PagePipeline {
  return { view, attach: (session, service) => attachText(form, session, service) };
}

function attachText(
  { label, help, button, sampleOf = plainText }: TextForm,
  session: Session,
  { model }: Service,
): void {
  const field = inLanguage(elementOf('text', HTMLTextAreaElement), model.page.language);
  const action = elementOf('send-text', HTMLButtonElement);
  elementOf('text-label', HTMLLabelElement).textContent = label;
  elementOf('text-help', HTMLElement).textContent = `${help} Enter sends, Shift and Enter begin a line.`;
  action.textContent = button;
  elementOf('texts', HTMLElement).hidden = false;

  let pause: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  // Without a pressed button, the user is still typing.
  const send = latestOnly<{ text: string; isPressed: boolean }>(({ text, isPressed }) =>
    session.send([{ name: firstLine(text), prepare: async () => sampleOf(text) }], isPressed),
  );
  const want = (isPressed: boolean) => {
    clearTimeout(pause);
    const text = linesOf(field.value).join('\n');
    if (text === '' || (text === last && !isPressed)) return;
    last = text;
    void send({ text, isPressed });
  };

  action.addEventListener('click', () => want(true));
  const wantSoon = (isComposing: boolean) => {
    clearTimeout(pause);
    if (!isComposing) pause = setTimeout(() => want(false), PAUSE_MILLISECONDS);
  };
  // During composition of a character (IME), Enter only ends the composition.
  field.addEventListener('input', (event) => wantSoon((event as InputEvent).isComposing));
  field.addEventListener('compositionend', () => wantSoon(false));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!event.repeat) want(true);
  });
  showSamples(model, (sample) => {
    field.value = new TextDecoder().decode(sample.bytes).trim();
    want(true);
  });
}

export function plainText(text: string): Sample {
  return sampleWith('text/plain', text);
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
