/** Where pictures are dropped when there is no paper; it shows the one that was brought last. */
import { toBase64 } from '../../../inference/contracts/base64-text.ts';
import { elementOf } from '../shell/element.ts';

/** @returns shows a picture, once it is made */
export function attachDropArea(): (picture: Promise<Blob>) => void {
  const area = elementOf('drop', HTMLElement);
  area.hidden = false;
  const chooser = elementOf('choose', HTMLInputElement);
  area.addEventListener('click', () => chooser.click());
  const brought = elementOf('brought', HTMLImageElement);
  let latest: Promise<Blob> | undefined;
  return async (making) => {
    latest = making;
    // What goes wrong with it is said where it is asked about.
    const picture = await making.catch(() => undefined);
    if (!picture || making !== latest) return;
    brought.src = `data:${picture.type};base64,${toBase64(new Uint8Array(await picture.arrayBuffer()))}`;
    brought.hidden = false;
  };
}
