import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const view = 'alarm:event:view';
const edit = 'alarm:rule:edit';
const level = () => choiceArgument('argument.level', 'level.cn', ['blue', 'yellow', 'orange', 'red']);
/** A place of the rule on screen, such as `orange.0.1`: the second condition of the first group of a level. */
const condition = () => screenArgument('argument.condition', Type.String({ maxLength: 60 }));
const ruleId = () => screenArgument('argument.rule', Type.Integer({ minimum: 1 }));
const version = () => screenArgument('argument.version', Type.Integer({ minimum: 1 }));

/** Rules of alarms: their levels, scope and versions. */
export const rules = area('rules', {
  /** Opens a rule of the list; 0 is the one that was begun and not saved. */
  open: onScreen({
    icon: 'ruler',
    permission: view,
    page: '/alarms/rules',
    arguments: Type.Object({ ruleId: screenArgument('argument.rule', Type.Integer({ minimum: 0 })) }),
  }),
  /** Opens a rule with an edit that may mend it, tried over the past beside it; an edit of somebody's own stays. */
  calm: onScreen({
    icon: 'activity',
    permission: edit,
    page: '/alarms/rules',
    arguments: Type.Object({
      ruleId: ruleId(),
      fix: choiceArgument('argument.fix', 'rules.fix', ['hold', 'release', 'limit', 'patience']),
    }),
  }),
  /** Begins an edit that doubles the holds of each of the rules, and opens the first of them. */
  calmAll: onScreen({
    icon: 'activity',
    isUnlisted: true,
    permission: edit,
    page: '/alarms/rules',
    arguments: Type.Object({
      ruleIds: screenArgument(
        'argument.rule',
        Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 20, uniqueItems: true }),
      ),
    }),
  }),
  /** Begins a new rule, from a preset or empty. */
  add: onScreen({
    icon: 'plus',
    permission: edit,
    page: '/alarms/rules',
    arguments: Type.Object({
      preset: choiceArgument('argument.preset', 'rules.preset', [
        'tiltRate',
        'tiltChange',
        'crackChange',
        'rainSum',
        'waterLevel',
        'gnssChange',
        'poreHead',
        'windGust',
        'silence',
        'battery',
        'empty',
      ]),
    }),
  }),
  /** Asks why, and switches a rule on or off: a version of its own. */
  turn: onScreen({
    icon: 'ban',
    permission: edit,
    arguments: Type.Object({ ruleId: ruleId() }),
  }),
  /** Marks a rule of the list, or takes its mark away. */
  mark: onScreen({ icon: 'list-checks', permission: edit, arguments: Type.Object({ ruleId: ruleId() }) }),
  /** Marks every rule of the list; where all are marked, none. */
  markAll: onScreen({ icon: 'list-checks', permission: edit }),
  /** One change of all that are marked. */
  changeMarked: onScreen({ icon: 'pencil', permission: edit }),
  /** Saves what the rules of the last change said before, as versions. */
  undoMarked: onScreen({ icon: 'undo', permission: edit }),
  /** Saves the edits of the rule on screen as a version. */
  save: onScreen({ icon: 'check', permission: edit }),
  /** Gives the edits of the rule on screen up. */
  discard: onScreen({ icon: 'undo', permission: edit }),
  /** Drops the edits and shows what somebody else has saved meanwhile. */
  takeNewer: onScreen({ icon: 'download', permission: edit }),
  /** Keeps the edits, on top of what somebody else has saved meanwhile. */
  keepMine: onScreen({ icon: 'pencil', permission: edit }),
  /** Deletes the rule on screen: it judges no more, and its alarms close. */
  delete: onScreen({
    icon: 'trash',
    permission: edit,
    guard: { type: 'confirm', question: 'rules.deleteAsk' },
  }),
  /** Shows the versions of the rule on screen. */
  versions: onScreen({ icon: 'history', permission: view }),
  /** Shows what a version changed. */
  compare: onScreen({
    icon: 'history',
    permission: view,
    arguments: Type.Object({ version: version() }),
  }),
  /** Opens a version as an edit of the rule on screen. */
  restore: onScreen({
    icon: 'archive-restore',
    permission: edit,
    arguments: Type.Object({ version: version() }),
  }),
  /** Saves the rule on screen as a JSON file. */
  export: onScreen({ icon: 'download', permission: view }),
  /** Opens a JSON file as a new rule. */
  import: onScreen({ icon: 'upload', permission: edit, page: '/alarms/rules' }),
  /** Sets a field of the rule on screen that is chosen or switched; numbers and texts are typed, not commanded. */
  set: onScreen({
    icon: 'list',
    isPassing: true,
    permission: edit,
    arguments: Type.Object({
      field: screenArgument('argument.field', Type.String({ maxLength: 120 })),
      // Ids of all stations or sensors of a group, divided by commas.
      value: screenArgument('argument.value', Type.String({ maxLength: 50_000 })),
    }),
  }),
  /** Opens the list that a field of the rule on screen is chosen from. */
  choose: onScreen({
    icon: 'list',
    isPassing: true,
    permission: edit,
    arguments: Type.Object({ field: screenArgument('argument.field', Type.String({ maxLength: 120 })) }),
  }),
  addLevel: onScreen({ icon: 'plus', permission: edit, arguments: Type.Object({ level: level() }) }),
  removeLevel: onScreen({ icon: 'x', permission: edit, arguments: Type.Object({ level: level() }) }),
  /** Opens or folds the response card of a level. */
  card: onScreen({ icon: 'message', permission: view, arguments: Type.Object({ level: level() }) }),
  addCondition: onScreen({ icon: 'plus', permission: edit, arguments: Type.Object({ at: condition() }) }),
  addGroup: onScreen({ icon: 'plus', permission: edit, arguments: Type.Object({ at: condition() }) }),
  removeCondition: onScreen({ icon: 'x', permission: edit, arguments: Type.Object({ at: condition() }) }),
  /** Puts a condition and the next one into a group; without a place, the one that has the focus. */
  group: onScreen({
    icon: 'list',
    permission: edit,
    keys: ['mod+g'],
    arguments: Type.Object({ at: Type.Optional(Type.String({ maxLength: 60 })) }),
  }),
  ungroup: onScreen({ icon: 'list', permission: edit, arguments: Type.Object({ at: condition() }) }),
  /** Turns a condition into its opposite, and back. */
  negate: onScreen({ icon: 'equal-not', permission: edit, arguments: Type.Object({ at: condition() }) }),
  /** Moves a condition within its group; without a place, the one that has the focus. */
  move: onScreen({
    icon: 'sort',
    permission: edit,
    keys: [
      { key: 'alt+arrowup', args: { direction: 'up' } },
      { key: 'alt+arrowdown', args: { direction: 'down' } },
    ],
    arguments: Type.Object({
      at: Type.Optional(Type.String({ maxLength: 60 })),
      direction: choiceArgument('argument.direction', 'rules.direction', ['up', 'down']),
    }),
  }),
  /** Chooses how much of the past the rule on screen is tested over. */
  testSpan: onScreen({
    icon: 'clock',
    isPassing: true,
    permission: view,
    arguments: Type.Object({
      days: choiceArgument('argument.testSpan', 'rules.backTest.days', ['7', '30', '90', '365']),
    }),
  }),
  /** Tests the rule on screen again, up to now. */
  testAgain: onScreen({ icon: 'history', permission: view }),
  /** Shows the curve of a sensor or RTU that was tested, with the limits. */
  testedCurve: onScreen({
    icon: 'locate',
    permission: view,
    arguments: Type.Object({ targetId: screenArgument('argument.device', Type.Integer({ minimum: 1 })) }),
  }),
  /** Goes to the next one of the back-test, or the one before. */
  nextTested: onScreen({
    icon: 'list',
    permission: view,
    keys: [
      { key: 'j', args: { direction: 'down' } },
      { key: 'k', args: { direction: 'up' } },
    ],
    arguments: Type.Object({
      direction: choiceArgument('argument.direction', 'rules.direction', ['up', 'down']),
    }),
  }),
  /** Opens the sheet of limits that single sensors or RTUs have of their own. */
  overrides: onScreen({ icon: 'table', permission: view }),
  /** Takes the rows that were pasted over into the sheet. */
  takeRows: onScreen({ icon: 'paste', permission: edit }),
  /** Takes a row out of the sheet: the limits of the ladder count again. */
  removeOverride: onScreen({
    icon: 'x',
    permission: edit,
    arguments: Type.Object({ targetId: screenArgument('argument.device', Type.Integer({ minimum: 1 })) }),
  }),
});
