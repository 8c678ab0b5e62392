import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Curve, rateChart } from '../../../cost/report/rate-chart.ts';

const CURVES: Curve[] = [
  { name: 'on <demand> & more', points: curve((rate) => 20 * rate) },
  { name: 'machines', points: curve(() => 5) },
];

function curve(dollars: (rate: number) => number) {
  return [0.1, 1, 10, 100].map((rate) => ({ rate, dollars: dollars(rate) }));
}

describe('The chart', () => {
  const svg = rateChart(CURVES, 7, { title: 'Cost', subtitle: 'of a month' });

  it('is an SVG that renders', async () => {
    const { info } = await sharp(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true });

    expect([info.width, info.height, info.channels > 2]).toEqual([1120, 620, true]);
  });

  it('draws a line for each curve and names it', () => {
    expect(svg.match(/<g fill=.*?<polyline/g)).toHaveLength(2);
    expect(svg).toContain('>on &lt;demand&gt; &amp; more</text>');
  });

  it('puts a tenfold cost a whole decade higher', () => {
    const [first = ''] = svg.match(/<g fill=.*?points="[^"]*"/) ?? [];
    const heights = [...first.matchAll(/\d,([\d.]+)/g)].map(([, y]) => Number(y));
    const steps = heights.slice(1).map((y, index) => (heights[index] ?? 0) - y);

    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.2);
    expect(Math.min(...steps)).toBeGreaterThan(0);
  });

  it('loads nothing from elsewhere', () => {
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<script|<image/);
  });
});
