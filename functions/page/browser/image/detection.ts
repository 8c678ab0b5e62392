/** Result of an object detection: the picture with its boxes, and a list of the boxes. */
import type { PictureDetections } from '../../../inference/pipelines/object-detection/prediction.ts';
import type { Explanation } from '../request/request.ts';
import { createContext } from '../result/canvas.ts';
import { inLanguage, make } from '../result/element.ts';
import type { PipelineView } from '../result/pipeline.ts';
import { memberTable, scrolled, tableView } from '../result/table.ts';
import { bitmapOf } from '../result/thumbnail.ts';
import { percent } from '../result/words.ts';
import { picturePipeline } from './attach.ts';

/** A line's thickness is 1/250 of the picture's width, but at least 2 pixels. A letter's height is six times this thickness. */
const LINES = { picture: 250, letter: 6 };

export const objectDetection = picturePipeline(
  ({ page: { language } }): PipelineView<Explanation & PictureDetections> => ({
    facts: ({ explanation: { prediction } }) => [make('p', 'sure', prediction)],
    details: ({ explanation: { detections, size, members } }, sample) => {
      const context = createContext(size.width, size.height);
      const draw = () => outline(context, detections);
      bitmapOf(sample)
        .then((bitmap) => context.drawImage(bitmap, 0, 0, size.width, size.height))
        // The service may decode a picture that the browser cannot show. Then only the boxes are drawn.
        .then(draw, draw);
      const rows = detections.map(({ label, score, box }) => [
        inLanguage(make('span', '', label), language),
        percent(score),
        ...[box.xmin, box.ymin, box.xmax, box.ymax].map((pixels) => `${Math.round(pixels)}`),
      ]);
      const table = scrolled('Boxes', tableView(['Label', 'Score', 'Left', 'Top', 'Right', 'Bottom'], rows));
      return [
        make('div', 'card picture', context.canvas),
        ...(rows.length > 0 ? [make('h2', '', 'Boxes'), table] : []),
        ...memberTable(members),
      ];
    },
    spoken: ({ explanation: { prediction } }) => prediction,
  }),
);

/** Draws the boxes with their labels. The best box is drawn last, so that it lies above the others. */
function outline(context: CanvasRenderingContext2D, detections: PictureDetections['detections']): void {
  const style = getComputedStyle(document.body);
  const [colour, ground] = ['--seal', '--on-seal'].map((name) => style.getPropertyValue(name));
  const line = Math.max(2, context.canvas.width / LINES.picture);
  const letter = LINES.letter * line;
  context.lineWidth = line;
  context.font = `${letter}px system-ui`;
  context.textBaseline = 'top';
  for (const { label, box } of detections.toReversed()) {
    context.strokeStyle = context.fillStyle = colour!;
    context.strokeRect(box.xmin, box.ymin, box.xmax - box.xmin, box.ymax - box.ymin);
    // A label that does not fit above its box is drawn inside the box.
    const top = box.ymin > letter ? box.ymin - letter : box.ymin;
    context.fillRect(box.xmin, top, context.measureText(label).width + 2 * line, letter);
    context.fillStyle = ground!;
    context.fillText(label, box.xmin + line, top);
  }
}
