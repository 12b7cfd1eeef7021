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
  /** Takes back what the newest notice says that can be taken back. */
  undo: onScreen({ icon: 'undo', places: ['notice'], keys: ['u'] }),
  /** Opens the log at the error that a notice speaks of; the newest without a name. */
  openLog: onScreen({
    icon: 'scroll-text',
    places: ['notice'],
    arguments: Type.Object({ notice: Type.Optional(Type.Integer()) }),
  }),
});
