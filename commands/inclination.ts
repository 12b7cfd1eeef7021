import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const view = 'alarm:event:view';
const edit = 'alarm:rule:edit';
const toldBy = 'alarm:notify:edit';
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
  /** Shows the angles of the newest reading, and asks whether they are to be the initial ones. */
  fetchLatest: onScreen({ icon: 'download', permission: edit, page }),
  /** Fills the initial angles with those that were shown. */
  useLatest: onScreen({ icon: 'check', isUnlisted: true, isPassing: true, permission: edit, page }),
  /** Sends the mail of the level on screen, marked as a test, to oneself. */
  test: onScreen({ icon: 'send', permission: edit, page }),
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
  /** Adds the address that was typed to the send list of the sensor's project. */
  addAddress: onScreen({ icon: 'plus', permission: toldBy, page }),
  /** Sends what this form raises to the send list at once: a policy of its own. */
  tellList: onScreen({ icon: 'send', permission: toldBy, page }),
  /** Saves the send list as a workbook that can be filled in and read again. */
  template: onScreen({ icon: 'download', permission: view, page }),
  /** Chooses a workbook with addresses; what it holds is shown before anything is taken. */
  importList: onScreen({ icon: 'upload', permission: toldBy, page }),
  /** Takes the addresses that were shown. */
  takeList: onScreen({ icon: 'check', isUnlisted: true, isPassing: true, permission: toldBy, page }),
  /** Shows the mails of the last days, of so many. */
  mailDays: onScreen({
    icon: 'calendar',
    isPassing: true,
    permission: view,
    page,
    arguments: Type.Object({
      days: choiceArgument('alertForm.mails.days', 'alertForm.days', ['7', '30', '90', '365']),
    }),
  }),
  /** Shows the mails of one level, or of all. */
  mailLevel: onScreen({
    icon: 'warning',
    isPassing: true,
    permission: view,
    page,
    arguments: Type.Object({
      level: choiceArgument('argument.level', 'alertForm.mailLevel', [
        'all',
        'blue',
        'yellow',
        'orange',
        'red',
      ]),
    }),
  }),
  /** Shows the mails with one outcome, or with any. */
  mailOutcome: onScreen({
    icon: 'search',
    isPassing: true,
    permission: view,
    page,
    arguments: Type.Object({
      outcome: choiceArgument('alertForm.mails.state', 'alertForm.outcome', [
        'all',
        'accepted',
        'waiting',
        'failed',
        'gaveUp',
        'answered',
      ]),
    }),
  }),
  /** Shows all that a mail said, and what became of it. */
  openMail: onScreen({
    icon: 'mail-warning',
    isPassing: true,
    permission: view,
    page,
    arguments: Type.Object({ id: screenArgument('argument.entry', Type.Integer({ minimum: 1 })) }),
  }),
  /** Saves every mail that the filters leave as a file. */
  exportMails: onScreen({
    icon: 'download',
    permission: view,
    page,
    arguments: Type.Object({ format: choiceArgument('argument.format', 'alarms.format', ['csv', 'xlsx']) }),
  }),
});
