import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument, stationArgument } from '../src/command/arguments.ts';

const permission = 'device:command:sound';
const seen = 'alarm:event:view';
/** No script sounds, arms or disarms: people answer for it. */
const script = 'persons';
const call = () => screenArgument('argument.callId', Type.String({ minLength: 26, maxLength: 26 }));
const station = Type.Object({ stationId: stationArgument() });

/** Sirens of sites: what red prepares, what people let sound, and what two of them arm. */
export const sirens = area('sirens', {
  /** Asks which sirens red prepares at a site, and what they play. */
  setUp: onScreen({ listKeys: ['e'], icon: 'settings', permission: 'alarm:rule:edit', arguments: station }),
  /** Prepares the sirens of a red alarm once more. */
  prepare: onScreen({
    icon: 'siren',
    permission,
    script,
    arguments: Type.Object({ alarmId: screenArgument('argument.alarm', Type.Integer({ minimum: 1 })) }),
  }),
  /** Asks for the password, and for the second person where the company wants one. */
  sound: onScreen({
    listKeys: ['o'],
    icon: 'siren',
    permission,
    script,
    arguments: Type.Object({ callId: call() }),
  }),
  /** Asks why the prepared sirens do not sound. */
  refuse: onScreen({
    listKeys: ['x'],
    icon: 'ban',
    permission,
    script,
    arguments: Type.Object({ callId: call() }),
  }),
  /** Asks until when and why a site sounds by itself. */
  arm: onScreen({ listKeys: ['a'], icon: 'shield-alert', permission, script, arguments: station }),
  /** Goes to the next site of the page. */
  next: onScreen({ listKeys: ['j'], icon: 'chevron-down', isPassing: true, permission: seen }),
  /** Goes to the site before. */
  previous: onScreen({ listKeys: ['k'], icon: 'chevron-up', isPassing: true, permission: seen }),
  /** Ends it: one person is enough. */
  disarm: onScreen({ listKeys: ['u'], icon: 'shield-check', permission, script, arguments: station }),
  /** Asks why, and lets the sirens of a site sound as a drill. */
  drill: onScreen({ listKeys: ['d'], icon: 'siren', permission, script, arguments: station }),
});
