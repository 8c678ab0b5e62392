/** The form of image models: pictures are drawn, chosen, photographed, dropped, pasted, or taken from the samples. */
import type { PagePipeline } from '../page-pipeline.ts';
import type { Input } from '../request/entry.ts';
import type { Service } from '../request/service.ts';
import type { Session } from '../request/session.ts';
import { elementOf } from '../result/element.ts';
import { showSamples } from '../result/samples.ts';
import { attachDrawing } from './drawing/attach.ts';
import { attachIntake } from './intake.ts';
import { showLabels } from './labels.ts';
import { imageView } from './pipeline.ts';
import { preparePicture, sampleOf } from './prepare-picture.ts';

export const imageClassification = picturePipeline(imageView);

type Together = (inputs: readonly Input[]) => Input;

/** @param together makes one input of all pictures that the user chooses at once. @default each picture is an input */
export function picturePipeline(view: PagePipeline['view'], together?: Together): PagePipeline {
  return { view, attach: (session, service) => attach(session, service, together) };
}

function attach(session: Session, service: Service, together: Together | undefined): void {
  const { model } = service;
  const { draw } = model.page;
  const putAway = draw && attachDrawing(draw, session);
  showLabels(service);

  elementOf('drop', HTMLElement).hidden = draw !== undefined;
  // If users can draw, the buttons for choosing pictures move above the samples, so that the result is next to the drawing.
  if (draw) elementOf('offer', HTMLElement).prepend(elementOf('pictures', HTMLElement));
  attachIntake((pictures) => {
    putAway?.();
    const inputs = pictures.map((file) => ({
      name: file.name,
      prepare: () => sampleOf(preparePicture(file, draw), file.name),
    }));
    void session.send(together && inputs.length > 1 ? [together(inputs)] : inputs);
  });
  showSamples(model, (sample) => {
    putAway?.();
    void session.send([{ name: `Sample: ${sample.label}`, prepare: async () => sample }]);
  });
}
