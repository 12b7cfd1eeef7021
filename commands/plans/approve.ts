import Type from 'typebox';
import { planArgument } from '../../src/command/arguments.ts';
import { defineCommand } from '../../src/command/command.ts';

/** Asks for the password and a reason, then applies a draft; one that is not on screen is shown first. */
export const approve = defineCommand({
  id: 'plans.approve',
  script: 'plan',
  title: 'command.plans.approve',
  icon: 'shield-check',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ plan: planArgument(['draft']) }),
  when: ({ screen }) => screen.situation('plans.approve') ?? true,
  execute: ({ plans }, { plan }) => plans.act(plan, 'approve'),
});
