/** The Unicode code points of a text, half a surrogate pair being one as well: what this pipeline calls a character. */
export function codePointsOf(text: string): number[] {
  const points: number[] = [];
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at)!;
    at += point > 0xffff ? 2 : 1;
    points.push(point);
  }
  return points;
}
