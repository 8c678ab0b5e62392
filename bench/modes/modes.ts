import type { Mode } from '../options.ts';
import type { BenchMode } from './mode.ts';
import { peers } from './peers.ts';
import { roofline } from './roofline.ts';
import { service } from './service.ts';
import { steps } from './steps.ts';

export const MODES: Readonly<Record<Mode, BenchMode>> = { service, peers, steps, roofline };
