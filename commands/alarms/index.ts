import Type from 'typebox';
import { findings } from '../../src/base/alarm-words.ts';
import { area, onScreen } from '../../src/command/area.ts';
import { choiceArgument, projectArgument, screenArgument } from '../../src/command/arguments.ts';

const seen = 'alarm:event:view' as const;
const answered = 'alarm:event:answer' as const;
/** Which alarms are meant; left out = those that are marked on the board, or else the current one. */
const which = {
  alarmIds: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 20_000, uniqueItems: true }),
  ),
};
const boardPage = '/alarms';
/** What is done to alarms that are named. */
export const alarmActs = ['acknowledge', 'comment', 'shelve', 'unshelve', 'assign', 'close'] as const;
export type AlarmActWord = (typeof alarmActs)[number];

/** Alarms: what has been raised, and what people do about it. */
export const alarms = area('alarms', {
  /**
   * Does one of the acts below to the alarms that are named, from anywhere: what one acknowledgement or a comment needs
   * is done at once, everything else is asked for.
   */
  answer: onScreen({
    icon: 'bell',
    isUnlisted: true,
    permission: answered,
    arguments: Type.Object({
      act: choiceArgument('argument.alarmAct', 'alarms.act', [...alarmActs]),
      alarmIds: screenArgument(
        'argument.alarm',
        Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 20_000, uniqueItems: true }),
      ),
      /** Note of an acknowledgement or a comment; reason of a shelf. */
      note: Type.Optional(Type.String({ maxLength: 500 })),
      /** How long it is shelved, ms. */
      span: Type.Optional(Type.Integer({ minimum: 60_000 })),
    }),
  }),
  /** Says that somebody has seen to it. One is answered at once and can be taken back for 5 s; several are asked for. */
  acknowledge: onScreen({
    listKeys: ['a'],
    icon: 'tick',
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object(which),
  }),
  /**
   * Says that somebody has seen to every alarm that a flood gathers; how many they are, and of which levels, is asked
   * first. `flood`: its key, such as `rtu12`; left out = the one that the current alarm is in.
   */
  acknowledgeFlood: onScreen({
    icon: 'list-checks',
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object({ flood: Type.Optional(Type.String({ maxLength: 30 })) }),
  }),
  /** Takes back what was acknowledged last, within 5 s. */
  undo: onScreen({
    icon: 'undo',
    isPassing: true,
    places: ['alarms', 'notice'],
    permission: answered,
    arguments: Type.Object(which),
  }),
  /** Asks for a note, and writes it into the timeline. */
  comment: onScreen({
    listKeys: ['c'],
    icon: 'message',
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object(which),
  }),
  /** Asks to whom it is given. */
  assign: onScreen({
    listKeys: ['shift+g'],
    icon: 'user',
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object(which),
  }),
  /** Asks until when and why it is put aside. */
  shelve: onScreen({
    listKeys: ['z'],
    icon: 'circle-pause',
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object(which),
  }),
  /** Ends the shelving now. */
  unshelve: onScreen({
    icon: 'play',
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object(which),
  }),
  /** Asks for the finding, and closes what has returned and was answered. */
  close: onScreen({
    listKeys: ['e'],
    icon: 'archive',
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object(which),
  }),
  /** Opens what was closed again; it is unanswered then. */
  reopen: onScreen({
    icon: 'archive-restore',
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object(which),
  }),
  /** Makes an alarm the current one. */
  choose: onScreen({
    icon: 'bell',
    isPassing: true,
    places: ['alarms'],
    permission: seen,
    page: boardPage,
    arguments: Type.Object({ alarmId: screenArgument('argument.alarm', Type.Integer({ minimum: 1 })) }),
  }),
  /** Goes to the next alarm of the board. */
  next: onScreen({
    listKeys: ['j'],
    icon: 'chevron-down',
    isPassing: true,
    places: ['alarms'],
    permission: seen,
  }),
  /** Goes to the alarm before. */
  previous: onScreen({
    listKeys: ['k'],
    icon: 'chevron-up',
    isPassing: true,
    places: ['alarms'],
    permission: seen,
  }),
  /** Marks the current alarm, or takes its mark away: what is done then is done to all that are marked. */
  mark: onScreen({
    listKeys: ['x'],
    icon: 'list-checks',
    isPassing: true,
    places: ['alarms'],
    permission: seen,
  }),
  /** Marks every alarm that the board lists, or none. */
  markAll: onScreen({
    listKeys: ['mod+a'],
    icon: 'list-checks',
    isPassing: true,
    places: ['alarms'],
    permission: seen,
  }),
  /** Opens the station of the current alarm. */
  station: onScreen({ icon: 'map-pin', places: ['alarms'], permission: seen }),
  /** Folds the alarms of a station, or of a flood, to one line, or shows them again; left out = of the current one's. */
  fold: onScreen({
    icon: 'chevron-right',
    isPassing: true,
    places: ['alarms'],
    permission: seen,
    arguments: Type.Object({
      /** Below 0: the company whose alarm system they are of. */
      stationId: Type.Optional(Type.Integer()),
      /** Key of a flood, such as `rtu12`. */
      flood: Type.Optional(Type.String({ maxLength: 30 })),
    }),
  }),
  /** Lists all that keeps warnings from being raised or from arriving, or the first of it only. */
  gaps: onScreen({ icon: 'circle-alert', isPassing: true, places: ['alarms'], permission: seen }),
  /** Takes in what came while the order of the list was kept. */
  newer: onScreen({ icon: 'refresh', isPassing: true, places: ['alarms'], permission: seen }),
  /** Shows what is open, shelved, out of service or closed. */
  show: onScreen({
    icon: 'list',
    places: ['alarms'],
    permission: seen,
    page: boardPage,
    arguments: Type.Object({
      tab: choiceArgument('argument.alarmTab', 'alarms.tab', ['open', 'shelved', 'outOfService', 'closed']),
    }),
  }),
  /** Shows the alarms of a level, or leaves them out. */
  level: onScreen({
    listKeys: [1, 2, 3, 4].map((level) => ({ key: String(level), args: { level } })),
    icon: 'warning',
    places: ['alarms'],
    permission: seen,
    page: boardPage,
    arguments: Type.Object({
      /** 1 blue to 4 red. */
      level: screenArgument('argument.level', Type.Integer({ minimum: 1, maximum: 4 })),
    }),
  }),
  /** Shows only what nobody has acknowledged, or everything again. */
  unanswered: onScreen({ icon: 'bell-ring', places: ['alarms'], permission: seen, page: boardPage }),
  /** Shows only what is given to me, or everything again. */
  mine: onScreen({ listKeys: ['m'], icon: 'user', places: ['alarms'], permission: seen, page: boardPage }),
  /** Shows the alarms of one project, or (null) of all. */
  project: onScreen({
    icon: 'folder-tree',
    places: ['alarms'],
    permission: seen,
    page: boardPage,
    arguments: Type.Object({ projectId: projectArgument() }),
  }),
  /** Shows the alarms of one kind of sensors, of RTUs as a whole (0), or (null) of all. */
  kind: onScreen({
    icon: 'ruler',
    places: ['alarms'],
    permission: seen,
    arguments: Type.Object({
      kind: screenArgument('argument.kind', Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
    }),
  }),
  /** Sets what stands first: the worst, the newest, or what has waited for an answer longest. */
  sort: onScreen({
    icon: 'sort',
    places: ['alarms'],
    permission: seen,
    arguments: Type.Object({
      sort: choiceArgument('argument.sort', 'alarms.sort', ['worst', 'newest', 'waiting']),
    }),
  }),
  /** Shows the closed ones with one finding, or with any. */
  finding: onScreen({
    icon: 'search',
    places: ['alarms'],
    permission: seen,
    arguments: Type.Object({
      finding: choiceArgument('argument.finding', 'alarms.findingFilter', ['any', ...findings]),
    }),
  }),
  /** Shows every alarm again. */
  clearFilters: onScreen({ icon: 'x', places: ['alarms'], permission: seen }),
  /** Puts the cursor into the filter of the board. */
  filter: onScreen({
    listKeys: ['/'],
    icon: 'search',
    places: ['alarms'],
    permission: seen,
    page: boardPage,
  }),
  /** Asks the server again. */
  refresh: onScreen({ icon: 'refresh', places: ['alarms'], permission: seen }),
  /** Makes alarms that nobody has answered heard from orange on, or silent again. It stays as it was left. */
  sound: onScreen({ icon: 'volume', places: ['alarms', 'userMenu'], permission: seen }),
  /** Sets how long a shelf lasts in the dialog that asks for it. */
  shelfTime: onScreen({
    icon: 'clock',
    isPassing: true,
    isUnlisted: true,
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object({
      length: choiceArgument('argument.length', 'alarms.shelf', ['1h', '8h', 'morning', 'until']),
    }),
  }),
  /** Sets the finding in the dialog that asks for it. */
  chooseFinding: onScreen({
    icon: 'check',
    isPassing: true,
    isUnlisted: true,
    places: ['alarms'],
    permission: answered,
    arguments: Type.Object({ finding: choiceArgument('argument.finding', 'alarms.finding', [...findings]) }),
  }),
});
