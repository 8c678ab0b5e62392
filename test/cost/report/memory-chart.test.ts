import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type MemoryPoint, memoryChart } from '../../../cost/report/memory-chart.ts';

const POINT: MemoryPoint = {
  memoryMegabytes: 1024,
  architecture: 'x86_64',
  dollars: 100,
  latencyMilliseconds: 500,
  keepsPromise: true,
  isCheapest: false,
};
const TEXT = { title: 'Cost over memory', subtitle: '7/s' };

describe('The chart of memory sizes', () => {
  const svg = memoryChart(
    [
      { ...POINT, keepsPromise: false },
      { ...POINT, memoryMegabytes: 1769, isCheapest: true },
      { ...POINT, memoryMegabytes: 3008, dollars: 200 },
      { ...POINT, architecture: 'arm64' },
    ],
    TEXT,
  );

  it('is an SVG that renders', async () => {
    const { info } = await sharp(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true });

    expect([info.width, info.height]).toEqual([860, 480]);
  });

  it('has a line of cost and one of latency for each architecture', () => {
    expect(svg.match(/<polyline[^>]*stroke-width="2"\/>/g)).toHaveLength(2);
    expect(svg.match(/<polyline[^>]*stroke-dasharray/g)).toHaveLength(2);
    expect(svg).toContain('● x86_64    ■ arm64');
  });

  it('draws what breaks the promise hollow and rings the cheapest once', () => {
    expect(svg.match(/r="5" fill="#fff"/g)).toHaveLength(2);
    expect(svg.match(/r="11" fill="none"/g)).toHaveLength(1);
  });

  it('puts twice the cost twice as high', () => {
    const [first = ''] = svg.match(/points="[^"]*"/) ?? [];
    const heights = [...first.matchAll(/,([\d.]+)/g)].map(([, y]) => 420 - Number(y));

    expect(heights[2]! / heights[0]!).toBeCloseTo(2, 2);
  });

  it('draws a single size, too', async () => {
    await expect(
      sharp(Buffer.from(memoryChart([POINT], TEXT)))
        .png()
        .toBuffer(),
    ).resolves.toBeDefined();
  });
});
