/** The ways in which a picture comes in: chosen, photographed, dropped, pasted. */
import { elementOf } from '../shell/element.ts';

/** @param take gets the picture, or undefined where something else was brought */
export function attachIntake(take: (file: Blob | undefined) => void): void {
  for (const id of ['choose', 'photograph']) {
    const input = elementOf(id, HTMLInputElement);
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file) take(file);
      // Choosing the same file twice in a row is a change, too.
      input.value = '';
    });
  }

  const { body } = document;
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    body.classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) body.classList.remove('dropping');
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    body.classList.remove('dropping');
    take(event.dataTransfer?.files[0]);
  });
  document.addEventListener('paste', (event) => {
    event.preventDefault();
    take(event.clipboardData?.files[0]);
  });
}
