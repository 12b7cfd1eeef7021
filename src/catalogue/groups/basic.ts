import { assumed, bounded, collectionCycle } from '../fields.ts';
import type { GroupDefinition } from '../model.ts';

/** What kinds without a panel of their own have (12–16, 18–28). All assumed; alarm and hysteresis in the channel's unit. */
export const basic: GroupDefinition = {
  id: 'basic',
  fields: [
    { ...collectionCycle(600), source: assumed },
    {
      ...bounded('alarmValue', null, 3, [0, 100_000], null, assumed),
      unitOf: 'primary',
      nullable: true,
    },
    { ...bounded('hysteresis', null, 3, [0, 100_000], 0, assumed), unitOf: 'primary' },
  ],
  rules: [],
};
