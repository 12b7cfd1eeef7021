import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const view = 'alarm:event:view';
const edit = 'alarm:rule:edit';
const page = '/rest/alert/config';

/** The form of a sensor's inclination alert. */
export const inclination = area('inclination', {
  /** Opens the form of a sensor. */
  open: onScreen({
    icon: 'mail-warning',
    isPassing: true,
    permission: view,
    page,
    arguments: Type.Object({ sensorId: screenArgument('argument.sensor', Type.Integer({ minimum: 1 })) }),
  }),
  /** Shows a level of the form; one that is not set begins with the defaults. */
  level: onScreen({
    icon: 'list-checks',
    isPassing: true,
    permission: view,
    page,
    arguments: Type.Object({
      level: choiceArgument('argument.level', 'level.cn', ['blue', 'yellow', 'orange', 'red']),
    }),
  }),
  /** Takes the level on screen out of the form. */
  unset: onScreen({ icon: 'trash', permission: edit, page }),
  /** Fills the level on screen with the defaults. */
  defaults: onScreen({ icon: 'undo', permission: edit, page }),
  /** Fills the initial angles with those of the newest reading. */
  fetchLatest: onScreen({ icon: 'download', permission: edit, page }),
  /** Puts a placeholder into the text of the mail. */
  insert: onScreen({
    icon: 'plus',
    permission: edit,
    page,
    arguments: Type.Object({ field: screenArgument('argument.mergeField', Type.String({ maxLength: 30 })) }),
  }),
  /** Asks why, and saves the form as a version of its rule. */
  save: onScreen({ icon: 'check', permission: edit, page }),
  /** Gives the edits up. */
  discard: onScreen({ icon: 'undo', permission: edit, page }),
  /** Keeps the edits, on top of what somebody else has saved meanwhile. */
  keepMine: onScreen({ icon: 'pencil', permission: edit, page }),
});
