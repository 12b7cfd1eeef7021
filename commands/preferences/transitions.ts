import { defineCommand } from '../../src/command/area.ts';

/** Switches the fade between pages on or off. */
export const transitions = defineCommand({
  icon: 'activity',
  places: ['userMenu'],
  execute: ({ preferences }) => preferences.setTransitions(!preferences.transitions),
});
