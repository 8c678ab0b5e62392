/** Asking with pictures: drawn, where the task is drawn for, and brought. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { Asked } from '../asking/asked.ts';
import { Session } from '../asking/session.ts';
import { notAPicture } from '../asking/trouble.ts';
import { attachDrawing } from '../drawing/attach.ts';
import { Photographs } from '../photographs/photographs.ts';
import { MOST_PICTURES, sortFiles } from '../photographs/sort-files.ts';
import { AnswerPanel } from '../shell/answer-panel.ts';
import { elementOf } from '../shell/element.ts';
import { showSamples } from '../shell/samples.ts';
import { hideTrouble, showTrouble } from '../shell/trouble-view.ts';
import { attachIntake } from './intake.ts';
import { labelsWay } from './labels-way.ts';
import { preparePicture } from './prepare-picture.ts';

export function attachPictures(asked: Asked): void {
  const { page } = asked.task;
  const { draw } = page;
  const panel = new AnswerPanel();
  const way = labelsWay(page.language);
  const session = new Session(asked, way, panel);
  const photographs = new Photographs(asked, way, panel);

  /** Where people draw, one picture at a time has the place of the answer; photographs stay until they are removed. */
  const askAboutOne = (name: string, prepare: () => Promise<Sample>) => {
    if (!draw) {
      photographs.add([{ name, prepare }]);
      return;
    }
    photographs.clear();
    session.askAbout(prepare());
  };
  const takeFiles = (files: readonly File[]) => {
    hideTrouble();
    if (files.length === 0) {
      showTrouble(notAPicture());
      return;
    }
    const { pictures, trouble } = sortFiles(files, MOST_PICTURES - photographs.size);
    const brought = pictures.map((file) => ({
      name: file.name,
      prepare: () => sampleOf(preparePicture(file, draw)),
    }));
    const [first] = brought;
    if (brought.length > 1) photographs.add(brought);
    else if (first) askAboutOne(first.name, first.prepare);
    if (trouble) showTrouble(trouble);
  };

  elementOf('pictures', HTMLElement).hidden = false;
  elementOf('drop', HTMLElement).hidden = draw !== undefined;
  if (draw) attachDrawing(draw, (picture) => askAboutOne('', () => sampleOf(picture)));
  attachIntake(takeFiles);
  showSamples(asked.task, (sample) => askAboutOne(`Sample: ${sample.label}`, async () => sample));
}

async function sampleOf(making: Promise<Blob>): Promise<Sample> {
  const picture = await making;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return { name: 'picture', label: undefined, mediaType: picture.type, bytes };
}
