/** Asking with pictures: drawn, where the task is drawn for, and brought. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { Asked } from '../asking/asked.ts';
import { Session } from '../asking/session.ts';
import { notAPicture } from '../asking/trouble.ts';
import { attachDrawing, type DrawingPlace } from '../drawing/attach.ts';
import type { History } from '../history/history.ts';
import { attachLabels } from '../labels/attach.ts';
import { Photographs } from '../photographs/photographs.ts';
import { MOST_PICTURES, sortFiles } from '../photographs/sort-files.ts';
import { AnswerPanel } from '../shell/answer-panel.ts';
import { elementOf } from '../shell/element.ts';
import { showSamples } from '../shell/samples.ts';
import { hideTrouble, showTrouble } from '../shell/trouble-view.ts';
import { attachIntake } from './intake.ts';
import { labelsWay } from './labels-way.ts';
import { preparePicture } from './prepare-picture.ts';

export function attachPictures(asked: Asked, history: History): void {
  const { page } = asked.task;
  const { draw } = page;
  const { remember } = history;
  const panel = new AnswerPanel();
  const way = labelsWay(asked.task);
  const session = new Session(asked, way, panel, remember);
  const photographs = new Photographs(asked, way, panel, history);

  /** Where people draw, one picture at a time has the place of the answer; photographs stay until they are removed. */
  const askAboutOne = (name: string, prepare: () => Promise<Sample>) => {
    if (!draw) {
      photographs.add([{ name, prepare }]);
      return;
    }
    photographs.clear();
    session.askAbout(prepare());
  };
  let paper: DrawingPlace | undefined;
  const takeFiles = (files: readonly File[]) => {
    hideTrouble();
    if (files.length === 0) {
      showTrouble(notAPicture());
      return;
    }
    paper?.putAway();
    const { pictures, trouble } = sortFiles(files, MOST_PICTURES - photographs.size);
    const brought = pictures.map((file) => ({
      name: file.name,
      prepare: () => sampleOf(preparePicture(file, draw), file.name),
    }));
    const [first] = brought;
    if (brought.length > 1) photographs.add(brought);
    else if (first) askAboutOne(first.name, first.prepare);
    if (trouble) showTrouble(trouble);
  };

  const pictures = elementOf('pictures', HTMLElement);
  pictures.hidden = false;
  elementOf('drop', HTMLElement).hidden = draw !== undefined;
  const browse = attachLabels(asked, draw && ((label) => paper?.trace(label)));
  if (draw) {
    paper = attachDrawing(draw, page.language, browse, {
      ask(picture) {
        photographs.clear();
        return session.askMeanwhile(sampleOf(picture));
      },
      leave() {
        if (photographs.size === 0) session.leave();
      },
      remember,
    });
    // Where one draws, the answer comes right after the drawing.
    elementOf('offer', HTMLElement).prepend(pictures);
  }
  attachIntake(takeFiles);
  showSamples(asked.task, (sample) => {
    paper?.putAway();
    askAboutOne(`Sample: ${sample.label}`, async () => sample);
  });
}

async function sampleOf(making: Promise<Blob>, name = 'drawing'): Promise<Sample> {
  const picture = await making;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return { name, label: undefined, mediaType: picture.type, bytes };
}
