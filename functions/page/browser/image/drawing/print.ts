/** Prints what is to be traced over. */

/** Share of the paper's width and height that it takes at most. */
const LARGEST_SHARE = 0.74;

/** Draws a text in the context's colour in the middle of the paper, as large as it fits. */
export function printGrey(
  context: CanvasRenderingContext2D,
  text: string,
  fontFamily: string,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const inFont = (pixels: number) => {
    context.font = `${pixels}px ${fontFamily}`;
    return extentOf(context.measureText(text));
  };
  const large = inFont(height);
  if (large.width === 0 || large.height === 0) return;
  const fit = LARGEST_SHARE * Math.min(width / large.width, height / large.height);
  const { left, top, ...extent } = inFont(fit * height);
  context.fillText(text, (width - extent.width) / 2 + left, (height - extent.height) / 2 + top);
}

/** What is inked of a text, in pixels; `left` and `top` reach from its edges to where the text begins, on its base line. */
function extentOf(metrics: TextMetrics) {
  const { actualBoundingBoxLeft: left, actualBoundingBoxAscent: top } = metrics;
  return {
    left,
    top,
    width: left + metrics.actualBoundingBoxRight,
    height: top + metrics.actualBoundingBoxDescent,
  };
}
