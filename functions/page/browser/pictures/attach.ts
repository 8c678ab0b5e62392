/** Asking with pictures: drawn, where the task is drawn for, and brought. */

import type { Session } from '../asking/session.ts';
import type { PageTask } from '../asking/task.ts';
import { notAPicture } from '../asking/trouble.ts';
import { attachDrawing } from '../drawing/attach.ts';
import { elementOf } from '../shell/element.ts';
import { showSamples } from '../shell/samples.ts';
import { attachDropArea } from './drop-area.ts';
import { attachIntake } from './intake.ts';
import { preparePicture } from './prepare-picture.ts';

export function attachPictures({ page: { draw }, samples }: PageTask, session: Session): void {
  const ask = (picture: Promise<Blob>) => session.askAbout(sampleOf(picture));
  const preview = draw ? undefined : attachDropArea();
  if (draw) attachDrawing(draw, ask);
  elementOf('pictures', HTMLElement).hidden = false;
  attachIntake((file) => {
    if (!file) {
      session.complain(notAPicture());
      return;
    }
    const picture = preparePicture(file, draw);
    preview?.(picture);
    ask(picture);
  });
  showSamples(samples, (sample) => {
    preview?.(Promise.resolve(new Blob([sample.bytes as BlobPart], { type: sample.mediaType })));
    session.askAbout(sample);
  });
}

async function sampleOf(making: Promise<Blob>) {
  const picture = await making;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return { name: 'picture', label: undefined, mediaType: picture.type, bytes };
}
