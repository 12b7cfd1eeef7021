import { defineCommand } from '../../src/command/area.ts';

export const fullscreen = defineCommand({
  icon: 'maximize',
  keys: ['f'],
  places: ['header'],
  execute: ({ preferences }) => preferences.toggleFullscreen(),
});
