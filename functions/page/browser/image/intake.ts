/** Takes pictures that the user chooses, photographs, drops or pastes. */
import { notAPicture } from '../request/trouble.ts';
import { elementOf } from '../result/element.ts';
import { showTrouble } from '../result/result-view.ts';
import { sortFiles } from './sort-files.ts';

/** @param takePictures gets the pictures, or an empty list if the user added only other files or text */
export function attachIntake(takePictures: (pictures: readonly File[]) => void): void {
  const take = (files: readonly File[]) => {
    const { pictures, trouble } = sortFiles(files);
    takePictures(pictures);
    if (files.length === 0) showTrouble(notAPicture());
    if (trouble) showTrouble(trouble);
  };
  elementOf('pictures', HTMLElement).hidden = false;
  const chooser = elementOf('choose', HTMLInputElement);
  for (const input of [chooser, elementOf('photograph', HTMLInputElement)]) {
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])];
      // The field is emptied, so that the browser also reports a change if the user chooses the same file again.
      input.value = '';
      if (files.length > 0) take(files);
    });
  }
  elementOf('drop', HTMLElement).addEventListener('click', () => chooser.click());

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
    take([...(event.dataTransfer?.files ?? [])]);
  });
  document.addEventListener('paste', (event) => {
    // Whatever is pasted into a field belongs to that field.
    if (event.target instanceof Element && event.target.closest('input, textarea')) return;
    event.preventDefault();
    take([...(event.clipboardData?.files ?? [])]);
  });
}
