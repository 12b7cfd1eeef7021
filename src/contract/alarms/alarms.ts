/** Alarms: what rules have raised, how it stands, and what people did about it (src/server/alarms/README.md). */
import Type, { type Static } from 'typebox';
import { findings } from '../../base/alarm-words.ts';
import { call } from '../call.ts';
import { dictionary } from '../dictionary.ts';
import { DictionaryWords } from '../sites/dictionaries.ts';
import { UploadIds, UploadView } from '../sites/uploads.ts';
import { FrozenFacts } from './frozen-facts.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
/** 0 = none, 1 blue, 2 yellow, 3 orange, 4 red. */
const Rank = Type.Integer({ minimum: 0, maximum: 4 });
const Time = Type.Integer({ minimum: 0 });
const Person = Type.Object(
  { userId: nullable(Type.Integer()), accountName: nullable(Type.String()) },
  strict,
);

export const entryTypes = [
  'raise',
  'rise',
  'fall',
  'return',
  'blind',
  'sighted',
  'edited',
  'left',
  'anew',
  'corrected',
  'changed',
  'acknowledge',
  'undo',
  'comment',
  'assign',
  'shelve',
  'unshelve',
  'shelfEnd',
  'close',
  'reopen',
  'sirenPrepared',
  'sirenAutomatic',
  'sirenSounded',
  'sirenFailed',
  'sirenRefused',
  'sirenOver',
] as const;
/** A line of an alarm's timeline. */
export const AlarmEntry = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Enum([...entryTypes]),
    /** When it happened, UTC ms: event time; of what a person did, when they did it. */
    t: Type.Integer(),
    /** When the server knew it. */
    knownAt: Type.Integer(),
    from: Rank,
    to: Rank,
    /** Known only when it was over: late evidence. */
    isLate: Type.Boolean(),
    /** Later data contradict it since. */
    contradictedAt: nullable(Type.Integer()),
    by: nullable(Person),
    /** Text of a person: render as text. */
    note: Type.String(),
    /** Until when it was shelved; to whom it was given; with which finding it was closed. */
    until: nullable(Type.Integer()),
    finding: nullable(Type.Enum([...findings])),
    /** Of a finding: its cause, in the words of its company's dictionary. */
    cause: nullable(Type.Object({ code: Type.String(), words: DictionaryWords }, strict)),
    /** Photographs and files that its writer hung on it. */
    files: Type.Array(UploadView),
    facts: nullable(FrozenFacts),
  },
  strict,
);
export type AlarmEntry = Static<typeof AlarmEntry>;

export const closings = ['answered', 'finding', 'edited', 'left'] as const;
export const AlarmView = Type.Object(
  {
    id: Id,
    /** Ascends with each change of it. */
    revision: Type.Integer(),
    ruleId: Type.Integer(),
    /** Of an alarm of the alarm system itself, which has no project, station or RTU (0); null = of a station. */
    companyId: nullable(Type.Integer()),
    projectId: Type.Integer(),
    stationId: Type.Integer(),
    stationCode: Type.String(),
    stationName: Type.String(),
    rtuId: Type.Integer(),
    /** null = of the RTU as a whole. */
    sensorId: nullable(Type.Integer()),
    slot: nullable(Type.Integer()),
    /** Sensor type code. */
    kind: nullable(Type.Integer()),
    /** Not watching is the alarm: a quantity has been unknown for longer than the rule's patience. */
    isBlind: Type.Boolean(),
    present: Rank,
    peak: Rank,
    /** Event time of its first event, and when the server knew that. */
    raisedAt: Type.Integer(),
    knownAt: Type.Integer(),
    /** Of its last change of level. */
    movedAt: Type.Integer(),
    isLate: Type.Boolean(),
    isContradicted: Type.Boolean(),
    answer: nullable(Type.Object({ ...Person.properties, at: Time, note: Type.String() }, strict)),
    shelf: nullable(
      Type.Object({ ...Person.properties, at: Time, until: Time, reason: Type.String() }, strict),
    ),
    closed: nullable(
      Type.Object(
        {
          ...Person.properties,
          at: Time,
          why: Type.Enum([...closings]),
          finding: nullable(Type.Enum([...findings])),
          note: Type.String(),
        },
        strict,
      ),
    ),
    assigned: nullable(Person),
    /** The sensor, RTU or station is not in use now. */
    isOutOfService: Type.Boolean(),
    /** It is so because its station is in maintenance, until then; null = it is not in maintenance. */
    maintenanceUntil: Type.Union([Type.Integer(), Type.Null()]),
    /** Alarm that is the cause of this one; null = none. */
    suppressedBy: nullable(Type.Integer()),
    /** Of its newest event that has any. */
    facts: FrozenFacts,
  },
  strict,
);
export type AlarmView = Static<typeof AlarmView>;

const AlarmIds = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true });
const Note = Type.String({ maxLength: 2000 });
/** What became of each alarm: `refused` is a message with its parameters, null where it was done. */
const Outcomes = Type.Object(
  {
    outcomes: Type.Array(
      Type.Object(
        {
          alarmId: Type.Integer(),
          alarm: nullable(AlarmView),
          refused: nullable(
            Type.Object(
              {
                messageId: Type.String(),
                params: dictionary(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
              },
              strict,
            ),
          ),
        },
        strict,
      ),
    ),
  },
  strict,
);
export type AlarmOutcomes = Static<typeof Outcomes>;
const answering = 'alarm:event:answer' as const;

/** Most open alarms that a list answers. Assumed. */
export const mostOpen = 20_000;
/** All that are open, the worst first: present level, unanswered, then the oldest. */
export const openAlarms = call('alarms.open', 'GET /rest/alarms', {
  access: 'alarm:event:view',
  data: Type.Object(
    {
      alarms: Type.Array(AlarmView),
      /** Those that were closed in the last 24 h. */
      closedToday: Type.Integer(),
      /** ms by which evaluation is behind the readings. */
      behind: Type.Integer(),
      /** Of the stream: what it says after this event is not in the answer. */
      lastEventId: Type.String(),
    },
    strict,
  ),
});
/** Closed and open ones, the newest first; `from` and `to` are of the time they were raised, or `by` of that they were closed. */
export const alarmHistory = call('alarms.history', 'GET /rest/alarms/history', {
  access: 'alarm:event:view',
  query: Type.Object(
    {
      from: Time,
      to: Time,
      by: Type.Optional(Type.Enum(['raised', 'closed'])),
      stationId: Type.Optional(Id),
      ruleId: Type.Optional(Id),
      /** The peak was at least this. */
      least: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
      state: Type.Optional(Type.Enum(['open', 'closed'])),
      finding: Type.Optional(Type.Enum([...findings])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      /** Those before this alarm. */
      before: Type.Optional(Id),
    },
    strict,
  ),
  data: Type.Object({ alarms: Type.Array(AlarmView), total: Type.Integer() }, strict),
});
const cycles = { collectionCycle: Type.Integer(), sendCycle: Type.Integer() };
const CurveGrounds = Type.Object(
  {
    /** Of its RTU, seconds; former ones were in force up to `until`, in order. */
    cycles: Type.Object(
      { ...cycles, formerCycles: Type.Array(Type.Object({ ...cycles, until: Time }, strict)) },
      strict,
    ),
    /** Starts of the datums of the sensor that decided it. */
    datums: Type.Array(Time),
  },
  strict,
);
/** One with its timeline, oldest first. @throws Refusal 404 */
export const alarm = call('alarms.one', 'GET /rest/alarms/:alarmId', {
  access: 'alarm:event:view',
  params: Type.Object({ alarmId: Id }, strict),
  data: Type.Object(
    {
      alarm: AlarmView,
      entries: Type.Array(AlarmEntry),
      /** What its curve is drawn with, as it was judged; null for an alarm of the alarm system itself. */
      curve: nullable(CurveGrounds),
      /** How it returns, where that is one limit on what decided it: its release, held for so long. */
      returns: nullable(
        Type.Object(
          {
            side: Type.Enum(['above', 'below']),
            either: Type.Boolean(),
            limit: Type.Number(),
            hold: Type.Union([
              Type.Object({ readings: Type.Integer() }, strict),
              Type.Object({ minutes: Type.Number() }, strict),
            ]),
          },
          strict,
        ),
      ),
      /** Others that the same rule has raised here within 12 months, and what was found of them. */
      sameRule: Type.Object(
        {
          count: Type.Integer(),
          findings: Type.Array(
            Type.Object({ finding: Type.Enum([...findings]), count: Type.Integer() }, strict),
          ),
        },
        strict,
      ),
    },
    strict,
  ),
});

export const acknowledgeAlarms = call('alarms.acknowledge', 'POST /rest/alarms/acknowledge', {
  access: answering,
  body: Type.Object({ alarmIds: AlarmIds, note: Note }, strict),
  data: Outcomes,
});
/** Takes an acknowledgement back, within 5 s, by who gave it. */
export const undoAcknowledge = call('alarms.undo', 'POST /rest/alarms/undo', {
  access: answering,
  body: Type.Object({ alarmIds: AlarmIds }, strict),
  data: Outcomes,
});
/** A note, files, or both. */
export const commentAlarms = call('alarms.comment', 'POST /rest/alarms/comment', {
  access: answering,
  body: Type.Object({ alarmIds: AlarmIds, note: Note, uploadIds: Type.Optional(UploadIds) }, strict),
  data: Outcomes,
});
/** To a user who may answer it; null = to nobody. */
export const assignAlarms = call('alarms.assign', 'POST /rest/alarms/assign', {
  access: answering,
  body: Type.Object(
    { alarmIds: AlarmIds, assignee: nullable(Type.String({ minLength: 1, maxLength: 80 })) },
    strict,
  ),
  data: Outcomes,
});
/** Red takes a second person: their account and password, or their signature on their own console. */
export const shelveAlarms = call('alarms.shelve', 'POST /rest/alarms/shelve', {
  access: answering,
  body: Type.Object(
    {
      alarmIds: AlarmIds,
      until: Time,
      reason: Type.String({ minLength: 1, maxLength: 500 }),
      second: Type.Optional(
        Type.Object(
          {
            accountName: Type.String({ minLength: 1, maxLength: 80 }),
            password: Type.String({ minLength: 1, maxLength: 256 }),
            /** One-time code, where the account has one. */
            code: Type.Optional(Type.String({ maxLength: 10 })),
          },
          strict,
        ),
      ),
      /** Red waits for a second person on their own console: 409 `joint.waiting`. */
      asksSecond: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  data: Outcomes,
});
export const unshelveAlarms = call('alarms.unshelve', 'POST /rest/alarms/unshelve', {
  access: answering,
  body: Type.Object({ alarmIds: AlarmIds }, strict),
  data: Outcomes,
});
/** Orange and red ask for a finding; photographs of what was found go with it. */
export const closeAlarms = call('alarms.close', 'POST /rest/alarms/close', {
  access: answering,
  body: Type.Object(
    {
      alarmIds: AlarmIds,
      finding: nullable(Type.Enum([...findings])),
      note: Note,
      uploadIds: Type.Optional(UploadIds),
      cause: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    },
    strict,
  ),
  data: Outcomes,
});
export const reopenAlarms = call('alarms.reopen', 'POST /rest/alarms/reopen', {
  access: answering,
  body: Type.Object({ alarmIds: AlarmIds, note: Note }, strict),
  data: Outcomes,
});
/** Accounts to whom alarms of the asker's company can be given. */
export const alarmAssignees = call('alarms.assignees', 'GET /rest/alarms/assignees', {
  access: answering,
  data: Type.Object({ accounts: Type.Array(Type.String()) }, strict),
});
