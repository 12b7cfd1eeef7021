import Type from 'typebox';
import { screenArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Folds or unfolds a line of the tree. */
export const fold = defineScreenCommand({
  id: 'sites.fold',
  title: 'command.sites.fold',
  icon: 'chevron-down',
  places: ['sites'],
  permission: 'device:maintenance:view',
  arguments: Type.Object({ node: screenArgument('argument.node', Type.String()) }),
});
