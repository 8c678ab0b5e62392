/** A corrected sentence, with the recognised text above the prediction. Changed characters are buttons that show alternatives. */
import { inLanguage, make, pressable } from '../../result/element.ts';
import { scoreCards } from '../../result/scores.ts';
import type { Segment } from './segments.ts';

/** @param language of the sentence, if known */
export function sentenceView(segments: readonly Segment[], language: string | undefined): HTMLElement {
  const alternatives = make('div', '');
  alternatives.id = 'alternatives';
  let open: HTMLElement | undefined;
  const sentence = make('p', 'sentence', ...segments.map(segmentView));
  return make('div', 'corrected', inLanguage(sentence, language), alternatives);

  function segmentView(segment: Segment): HTMLElement {
    const { heard, predicted, place } = segment;
    const isChanged = heard !== predicted;
    // The accessible name of the button is the prediction, and the button's description is the recognised text.
    const above = make(isChanged ? 's' : 'i', '', heard);
    above.ariaHidden = 'true';
    const parts = [above, make('b', '', predicted)];
    if (!place) return make('span', 'place', ...parts);
    const button = pressable(() => toggle(button, segment), ...parts);
    button.className = `place${isChanged ? ' changed' : ''}`;
    button.title = `heard as ${heard}`;
    button.ariaExpanded = 'false';
    button.setAttribute('aria-controls', alternatives.id);
    return button;
  }

  function toggle(button: HTMLElement, { heard, predicted, place }: Segment): void {
    if (open) open.ariaExpanded = 'false';
    open = open === button ? undefined : button;
    alternatives.replaceChildren();
    if (!open || !place) return;
    button.ariaExpanded = 'true';
    const ranking = place.alternatives.map(({ text, probability }) => ({ label: text, probability }));
    const note = inLanguage(make('span', '', heard), language);
    const scores = { title: 'Alternatives', note: make('span', '', 'heard as ', note), ranking };
    alternatives.append(scoreCards([scores], predicted, language));
  }
}
