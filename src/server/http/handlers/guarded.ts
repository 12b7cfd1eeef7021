import { JointBook } from '../../two-persons/joint-book.ts';
import type { Binding } from '../bind.ts';
import type { Services } from '../services.ts';
import { alarmRuleHandlers, alertFormHandlers } from './alarm-rules.ts';
import { alarmHandlers } from './alarms.ts';
import { jointHandlers } from './joint.ts';
import { actsOf, type Guarded, performersOf } from './joint-acts.ts';
import { orderHandlers } from './orders.ts';
import { planHandlers } from './plans.ts';
import { proposalHandlers } from './proposals.ts';
import { sirenHandlers } from './sirens.ts';

/** Calls of which some take two persons, and those of the second person. */
export function guardedHandlers(services: Services): readonly Binding[] {
  const acts = actsOf(services);
  const { storage, login, board, settings, now } = services;
  const naming = { board, edition: settings.edition };
  const joint = new JointBook(storage, login, performersOf(acts), naming, now);
  const guarded: Guarded = { services, acts, joint };
  return [
    ...alarmHandlers(guarded),
    ...alarmRuleHandlers(guarded),
    ...alertFormHandlers(guarded),
    ...planHandlers(guarded),
    ...jointHandlers(guarded),
    ...sirenHandlers(guarded),
    ...orderHandlers(guarded),
    ...proposalHandlers(guarded),
  ];
}
