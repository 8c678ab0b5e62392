import type { Mode } from '../options.ts';
import { clients } from './clients.ts';
import type { BenchMode } from './mode.ts';
import { peers } from './peers.ts';
import { roofline } from './roofline.ts';
import { steps } from './steps.ts';
import { whole } from './whole.ts';

export const MODES: Readonly<Record<Mode, BenchMode>> = { whole, clients, roofline, peers, steps };
