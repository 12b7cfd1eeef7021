import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

const page = '/safety';
const act = () => screenArgument('argument.actId', Type.String({ minLength: 26, maxLength: 26 }));

/** What takes two persons: what waits for the second one, and what a company asks them for. */
export const safety = area('safety', {
  /** Shows something that waits, and lets the second person sign it. */
  show: onScreen({ listKeys: ['o'], icon: 'users', arguments: Type.Object({ actId: act() }) }),
  /** Refuses something that waits, or takes it back where it is one's own. */
  refuse: onScreen({ listKeys: ['x'], icon: 'ban', arguments: Type.Object({ actId: act() }) }),
  /** Goes to the next thing that waits. */
  next: onScreen({ listKeys: ['j'], icon: 'chevron-down', isPassing: true }),
  /** Goes to the one before. */
  previous: onScreen({ listKeys: ['k'], icon: 'chevron-up', isPassing: true }),
  /** Asks what a company wants two persons for. */
  settings: onScreen({
    icon: 'settings',
    permission: 'system:user:edit',
    page,
    arguments: Type.Object({ companyId: screenArgument('sites.company', Type.Integer({ minimum: 1 })) }),
  }),
});
