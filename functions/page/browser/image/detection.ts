/** Result of an object detection: the picture with its boxes, and a list of them. */
import type { Detections } from '../../../inference/pipelines/object-detection/prediction.ts';
import type { Explanation } from '../request/request.ts';
import { createContext } from '../result/canvas.ts';
import { inLanguage, make } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { bitmapOf } from '../result/thumbnail.ts';
import { percent } from '../result/words.ts';
import { picturePipeline } from './attach.ts';

/** Widths of a line in a picture, and in the height of a letter. */
const LINES = { picture: 200, letter: 5 };

export const objectDetection = picturePipeline(
  ({ page: { language } }): PipelineView<Explanation & Detections> => ({
    facts: ({ explanation: { prediction, detections } }) => [
      make('p', 'sure', prediction),
      ...detections.map(({ label, score }) =>
        inLanguage(make('p', '', `${label} ${percent(score)}`), language),
      ),
    ],
    details: ({ explanation: { detections, size } }, sample) => {
      const context = createContext(size.width, size.height);
      const draw = () => outline(context, detections);
      bitmapOf(sample)
        .then((bitmap) => context.drawImage(bitmap, 0, 0, size.width, size.height))
        // The service may decode a picture that the browser cannot show: then there are the boxes alone.
        .then(draw, draw);
      context.canvas.style.maxWidth = '100%';
      return [make('div', 'card', context.canvas)];
    },
    spoken: ({ explanation: { prediction } }) => prediction,
  }),
);

function outline(context: CanvasRenderingContext2D, detections: Detections['detections']): void {
  context.strokeStyle = context.fillStyle = getComputedStyle(document.body).getPropertyValue('--seal');
  context.lineWidth = Math.max(2, context.canvas.width / LINES.picture);
  context.font = `${LINES.letter * context.lineWidth}px system-ui`;
  for (const { label, box } of detections) {
    context.strokeRect(box.xmin, box.ymin, box.xmax - box.xmin, box.ymax - box.ymin);
    context.fillText(label, box.xmin + context.lineWidth, box.ymin - context.lineWidth);
  }
}
