import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

/** Switches the fade between pages on or off. */
export const transitions = defineCommand({
  id: 'preferences.transitions',
  title: 'command.preferences.transitions',
  icon: 'activity',

  places: ['userMenu'],
  arguments: Type.Object({}),
  execute: ({ preferences }) => preferences.setTransitions(!preferences.transitions),
});
