import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';

/** The notices that lie over the page. */
export const notices = area('notices', {
  /** Takes a notice away before its time; the newest without a name. */
  dismiss: onScreen({
    icon: 'x',
    places: ['notice'],
    arguments: Type.Object({ notice: Type.Optional(Type.Integer()) }),
  }),
  /** Opens the log at the error that a notice speaks of; the newest without a name. */
  openLog: onScreen({
    icon: 'scroll-text',
    places: ['notice'],
    arguments: Type.Object({ notice: Type.Optional(Type.Integer()) }),
  }),
});
