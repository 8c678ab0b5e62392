/** The form of models of texts: text that is typed, pasted, or taken from the samples. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { PagePipeline } from '../page-pipeline.ts';
import type { Service } from '../request/service.ts';
import type { Session } from '../request/session.ts';
import { elementOf, inLanguage } from '../result/element.ts';
import { showSamples, textsOf } from '../result/samples.ts';
import { firstLine } from '../result/words.ts';

type Texts = [text: string, second: string, labels: string];

/** The labels of the form, and the request that its fields make. */
export interface TextForm {
  readonly label: string;
  /** Label of a second field that must be filled in. @default only models of pairs have a second field, which may stay empty */
  readonly second?: string;
  readonly help: string;
  readonly button: string;
  /** Makes the request's content from the fields. @default the text, or JSON if there is also a second text or labels */
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
  elementOf('text-help', HTMLElement).textContent = `${help} Enter sends, Shift+Enter begins a new line.`;
  if (secondLabel !== undefined) elementOf('second-label', HTMLLabelElement).textContent = secondLabel;
  action.textContent = button;
  elementOf('texts', HTMLElement).hidden = false;

  const send = () => {
    const texts = [field, second, labels].map(({ value }) => linesOf(value).join('\n')) as Texts;
    const empty = [field, ...(secondLabel === undefined ? [] : [second])].find(
      (_, index) => texts[index] === '',
    );
    if (empty) return empty.focus();
    void session.send([{ name: firstLine(texts[0]), prepare: async () => sampleOf(...texts) }]);
  };
  action.addEventListener('click', send);
  for (const typed of [field, second, labels] as HTMLElement[]) {
    typed.addEventListener('keydown', (event) => {
      // During composition of a character (IME), Enter only ends the composition.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat) send();
    });
  }
  showSamples(model, ({ mediaType, bytes }) => {
    const { text, text_pair: pair, query, texts = [] } = textsOf(mediaType, bytes);
    const lines = texts.join('\n');
    field.value = text ?? query ?? lines;
    second.value = pair ?? (query === undefined ? '' : lines);
    labels.value = '';
    send();
  });
}

/** @param second the pair's second text; may be empty @param labels labels separated by commas; may be empty */
export function plainText(text: string, second = '', labels = ''): Sample {
  if (second === '' && labels === '') return sampleWith('text/plain', text);
  const pair = second === '' ? {} : { text_pair: second };
  const candidates = labels === '' ? {} : { candidate_labels: labels };
  return sampleWith('application/json', JSON.stringify({ text, ...pair, ...candidates }));
}

export function sampleWith(mediaType: string, content: string): Sample {
  return { name: 'text', label: undefined, mediaType, bytes: new TextEncoder().encode(content) };
}

/** The lines that are not blank, trimmed. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
