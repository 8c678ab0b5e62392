/** One answer of the strip: what was asked, the answer, how long it took, and whether it was right. */
import type { Sample } from '../../../inference/contracts/client.ts';
import { thumbnailOf } from '../photographs/thumbnail.ts';
import { inLanguage, make, small } from '../shell/element.ts';
import { duration } from '../shell/words.ts';
import { markButtons } from './marks.ts';
import type { Row } from './row.ts';

/** @param language of the answer, where it is known */
export function stripItem(
  row: Row,
  sample: Sample,
  language: string | undefined,
  mark: (right: boolean) => void,
): HTMLElement {
  const { answer, rejected, milliseconds, remembered } = row;
  const said = rejected ? make('b', '', '?') : inLanguage(make('b', '', answer), language);
  said.title = answer;
  const how = `${duration(milliseconds)}, ${remembered ? 'remembered' : 'computed'}`;
  return make('li', '', faceOf(sample, language), said, ...small(how), markButtons(row, mark));
}

function faceOf(sample: Sample, language: string | undefined): HTMLElement {
  const { mediaType, bytes } = sample;
  if (mediaType.startsWith('image/')) {
    const place = make('span', 'face');
    // A picture that the browser cannot show has been answered nevertheless.
    thumbnailOf(sample).then(
      (canvas) => place.append(canvas),
      () => {},
    );
    return place;
  }
  const [text = ''] = new TextDecoder().decode(bytes.slice(0, 400)).split('\n', 1);
  return inLanguage(make('span', 'face', mediaType === 'text/plain' ? text : sample.name), language);
}
