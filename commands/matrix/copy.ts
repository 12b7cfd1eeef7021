import Type from 'typebox';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Copies the chosen cells as tab-separated values. */
export const copy = defineScreenCommand({
  id: 'matrix.copy',
  title: 'command.matrix.copy',
  icon: 'copy',
  places: ['matrix'],
  permission: 'device:parameter:view',
  arguments: Type.Object({ heads: Type.Optional(Type.Boolean()) }),
});
