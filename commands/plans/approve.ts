import Type from 'typebox';
import { onScreen } from '../../src/command/area.ts';
import { planArgument } from '../../src/command/arguments.ts';

/** Asks for the password and a reason, then applies a draft; one that is not on screen is shown first. */
export const approve = onScreen({
  script: 'plan',
  icon: 'shield-check',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ plan: planArgument(['draft']) }),
  execute: ({ plans }, { plan }) => plans.act(plan, 'approve'),
});
