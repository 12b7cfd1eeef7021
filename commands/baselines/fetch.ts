import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows what the latest reading, or the mean of the time that is given, would make of the initial values. */
export const fetch = defineScreenCommand({
  id: 'baselines.fetch',
  title: 'command.baselines.fetch',
  icon: 'refresh',
  places: ['station'],
  permission: 'station:baseline:edit',
});
