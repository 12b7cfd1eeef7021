import type { KindDefinition } from '../model.ts';

/** A code that the manufacturer reserves. */
export const reserved: KindDefinition = {
  code: 1,
  id: 'reserved',
  rows: [],
  groups: [],
  actions: [],
  signals: {},
};
