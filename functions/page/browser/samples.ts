/** The sample pictures that came with the page. */

/** @param take gets the picture whose button was pressed */
export function attachSamples(take: (picture: Blob) => void): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('.samples img')) {
    picture.parentElement?.addEventListener('click', () => take(pictureIn(picture)));
  }
}

/** The bytes behind an image's data URL; `fetch` would have to be allowed to open such addresses. */
function pictureIn({ src }: HTMLImageElement): Blob {
  const [head, base64] = src.split(',', 2) as [string, string];
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: head.slice('data:'.length, head.indexOf(';')) });
}
