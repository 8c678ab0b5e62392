import { Progress } from '../progress.ts';
import { drawRoofline } from '../roofline/chart.ts';
import { measureRoofline } from '../roofline/measure.ts';
import { formatRoofline } from '../roofline/table.ts';
import type { BenchMode } from './mode.ts';

/** Members alone: nothing is asked, so nothing can be missed. */
export const roofline: BenchMode = {
  linuxOnly: false,
  async measure(asked, { seconds }) {
    const measured = await measureRoofline(asked, seconds / 10, (expected) => new Progress(expected));
    return {
      table: formatRoofline(measured),
      measurements: measured,
      kept: true,
      chart: drawRoofline(measured),
    };
  },
};
