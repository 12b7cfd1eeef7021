import Type from 'typebox';
import { onScreen } from '../../src/command/area.ts';
import { planArgument } from '../../src/command/arguments.ts';

/** Goes on with a paused plan; one whose sirens would sound at other times than were shown is shown first. */
export const resume = onScreen({
  script: 'plan',
  icon: 'play',
  places: ['plans'],
  permission: 'device:parameter:edit',
  arguments: Type.Object({ plan: planArgument(['paused']) }),
  execute: ({ plans }, { plan }) => plans.act(plan, 'resume'),
});
