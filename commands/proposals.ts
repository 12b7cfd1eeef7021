import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

const place = { places: ['plans'], permission: 'device:parameter:view' } as const;

/** Changes of scripts, rules and standard sets that wait for a person. */
export const proposals = area('proposals', {
  /** Opens a proposal of the list. */
  open: onScreen({
    ...place,
    icon: 'list-checks',
    arguments: Type.Object({
      proposal: screenArgument('argument.proposal', Type.String({ maxLength: 26 })),
    }),
  }),
  /** Takes a change of the open proposal in, or leaves it out. */
  take: onScreen({
    ...place,
    icon: 'check',
    arguments: Type.Object({
      position: screenArgument('argument.change', Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Makes the chosen changes of the open proposal: it ends with that. */
  accept: onScreen({ ...place, icon: 'check' }),
  /** Throws the open proposal away. */
  discard: onScreen({
    ...place,
    script: 'plan',
    icon: 'trash',
    permission: 'device:parameter:edit',
    guard: { type: 'confirm', question: 'proposals.discardAsk' },
  }),
});
