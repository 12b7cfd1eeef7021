import type { DerivedRow } from './model.ts';

/** Opening of a crack = length − length when installed. */
export const crack: DerivedRow = {
  row: 'crack',
  channels: ['opening'],
  inputs: ['length', 'installedLength'],
  lookedBackAt: [],
  since: (t) => t,
  until: (t) => t,
  derive: (_t, own) => [(own[0] ?? Number.NaN) - (own[1] ?? Number.NaN)],
};
