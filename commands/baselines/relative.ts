import { defineScreenCommand } from '../../src/command/screen.ts';

/** Shows displacements and angles relative to their initial values, or as they were measured. It stays as it was left. */
export const relative = defineScreenCommand({
  id: 'baselines.relative',
  title: 'command.baselines.relative',
  icon: 'equal-not',
  places: ['station', 'chart', 'table'],
  permission: 'station:data:view',
});
