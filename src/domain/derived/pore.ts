import { headOf } from '../readings/head.ts';
import type { DerivedRow } from './model.ts';

/** The head of a pore water pressure. */
export const pore: DerivedRow = {
  row: 'pore',
  channels: ['head'],
  inputs: ['pressure'],
  lookedBackAt: [],
  since: (t) => t,
  until: (t) => t,
  derive: (_t, own) => [headOf(own[0] ?? Number.NaN)],
};
