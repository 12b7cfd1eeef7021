import Type from 'typebox';
import { ofArgument } from '../../src/command/arguments.ts';
import { defineScreenCommand } from '../../src/command/screen.ts';

/** Makes a new broker credential for the RTU of the chosen station. */
export const rotateCredential = defineScreenCommand({
  id: 'sites.rotateCredential',
  title: 'command.sites.rotateCredential',
  icon: 'key',
  places: ['sites'],
  permission: 'device:site:edit',
  arguments: Type.Object({ of: ofArgument() }),
});
