import Type from 'typebox';
import { defineCommand } from '../../src/command/command.ts';

export const fullscreen = defineCommand({
  id: 'preferences.fullscreen',
  title: 'command.preferences.fullscreen',
  icon: 'maximize',
  keys: ['f'],
  places: ['header'],
  arguments: Type.Object({}),
  execute: ({ preferences }) => preferences.toggleFullscreen(),
});
