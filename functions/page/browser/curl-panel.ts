/** The request as curl: shown and hidden, copied. */
import { elementOf } from './element.ts';

export function attachCurlPanel(): void {
  const toggle = elementOf('curl-switch', HTMLButtonElement);
  const panel = elementOf('curl', HTMLElement);
  toggle.addEventListener('click', () => {
    panel.hidden = !panel.hidden;
    toggle.ariaExpanded = String(!panel.hidden);
  });

  const command = elementOf('curl-text', HTMLTextAreaElement);
  const copied = elementOf('copied', HTMLElement);
  elementOf('copy', HTMLButtonElement).addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(command.value);
      copied.textContent = 'Copied.';
    } catch {
      // The clipboard is closed to pages without https: then the text is marked, ready to be copied.
      command.select();
      copied.textContent = 'Marked: copy it with your keyboard.';
    }
  });
}
