import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const seen = 'device:maintenance:view' as const;
const page = '/devices/messages';

/** Messages of RTUs and sources as they came. */
export const messages = area('messages', {
  /** Shows or hides all that is known of a message. */
  choose: onScreen({
    icon: 'info',
    isPassing: true,
    places: ['table'],
    permission: seen,
    arguments: Type.Object({ message: screenArgument('argument.message', Type.Integer({ minimum: 1 })) }),
  }),
  /** Shows only messages that have this; an empty value shows all again. */
  filter: onScreen({
    icon: 'search',
    places: ['table'],
    permission: seen,
    page,
    arguments: Type.Object({
      field: choiceArgument('argument.field', 'messages.field', [
        ...(['kind', 'only', 'station', 'rtu', 'source', 'text', 'from', 'to'] as const),
      ]),
      value: screenArgument('argument.value', Type.String({ maxLength: 100 })),
    }),
  }),
  /** Shows all messages again. */
  clear: onScreen({ icon: 'x', places: ['table'], permission: seen }),
  /** Puts the focus into the search. */
  search: onScreen({ icon: 'search', places: ['table'], permission: seen }),
  /** Holds what comes in, or lets it go on. */
  hold: onScreen({ icon: 'pause', places: ['table'], permission: seen }),
  /** Goes to the next older message that was refused. */
  nextRefused: onScreen({ icon: 'circle-alert', places: ['table'], permission: seen }),
  /** Shows the chosen message as bytes, as JSON or as text. */
  form: onScreen({
    icon: 'file',
    places: ['table'],
    permission: seen,
    arguments: Type.Object({
      form: choiceArgument('argument.form', 'messages.form', ['hex', 'json', 'text']),
    }),
  }),
  /** Copies the chosen message as it is shown. */
  copy: onScreen({ icon: 'copy', places: ['table'], permission: seen }),
  /** Saves the bytes of the chosen message. */
  saveBody: onScreen({ icon: 'download', places: ['table'], permission: seen }),
  /** Saves the messages that match as a table. */
  save: onScreen({ icon: 'download', places: ['table'], permission: seen }),
  /** Asks how long messages are kept. */
  settings: onScreen({ icon: 'settings', places: ['table'], permission: 'device:site:edit' }),
  /** Fetches the messages anew. */
  refresh: onScreen({ icon: 'refresh', places: ['table'], permission: seen }),
});
