/** Calls about stations and what they carry. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { LevelWordsBody } from '../company/level-words.ts';
import { dictionary } from '../dictionary.ts';
import { Maintenance } from './maintenance.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const StationId = Type.Object({ stationId: Type.Integer({ minimum: 1 }) }, strict);
const SensorId = Type.Object({ sourceId: Type.Integer({ minimum: 1 }) }, strict);

/** Values of one reading row by channel id; text stays text, samples are left out. */
export const Values = dictionary(Type.Union([Type.Number(), Type.String(), Type.Null()]));

export const LinkState = Type.Enum(['connected', 'asleep', 'overdue', 'silent', 'unknown']);
/** Worst state of a station; severity order in domain/station-state. */
export const StationState = Type.Enum(['deviceAlarm', 'silent', 'late', 'fault', 'offline', 'ok', 'asleep']);

/** The last value that a list row, a map label and a popover show. */
export const PrimaryValue = Type.Object(
  {
    sensorId: Type.Integer(),
    kind: Type.Integer(),
    row: Type.String(),
    channel: Type.String(),
    element: Type.Integer(),
    value: nullable(Type.Number()),
    t: Type.Integer(),
  },
  strict,
);

export const StationSummary = Type.Object(
  {
    id: Type.Integer(),
    projectId: Type.Integer(),
    code: Type.String(),
    name: Type.String(),
    /** How the name is typed: pinyin with spaces, or what was written by hand; empty where it has no reading. */
    reading: Type.String(),
    site: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    timeZone: Type.String(),
    sn: nullable(Type.String()),
    /** Sensor type codes present, by slot, without repeats. */
    kinds: Type.Array(Type.Integer()),
    state: StationState,
    link: LinkState,
    /** Stored facts from which the console recomputes link and state as time passes. */
    /** Null = not known yet: the server has just started. */
    connected: nullable(Type.Boolean()),
    sendCycle: Type.Integer(),
    lastContactAt: nullable(Type.Integer()),
    /** It came too late and has not been punctual since: late until it is. */
    late: Type.Boolean(),
    nextContactAt: nullable(Type.Integer()),
    /** ± of the next contact, ms. */
    jitter: Type.Integer(),
    /** Whether the device of any sensor reports an alarm, and whether any sensor or RTU flag is in fault. */
    deviceAlarm: Type.Boolean(),
    fault: Type.Boolean(),
    /** Which of its devices they come from; those in order are left out. `sensorId` null = the RTU itself. */
    troubles: Type.Array(
      Type.Object(
        {
          sensorId: nullable(Type.Integer()),
          deviceAlarm: Type.Boolean(),
          fault: Type.Boolean(),
        },
        strict,
      ),
    ),
    installState: Type.Integer(),
    /** Null = it is in none. One that ended since is over. */
    maintenance: nullable(Maintenance),
    batteryVoltage: nullable(Type.Number()),
    batteryCharge: nullable(Type.Number()),
    /** When the battery's voltage was measured. */
    batteryAt: nullable(Type.Integer()),
    primary: nullable(PrimaryValue),
    /** 24 points of the primary channel over the last 24 h, oldest first; empty = not read yet: `stations.sparks` reads it. */
    spark: Type.Array(nullable(Type.Number())),
  },
  strict,
);
export type StationSummary = Static<typeof StationSummary>;

export const Project = Type.Object(
  {
    id: Type.Integer(),
    companyId: Type.Integer(),
    companyName: Type.String(),
    /** What its company calls the levels of alarms; null = as the edition does. */
    levelWords: nullable(LevelWordsBody),
    code: Type.String(),
    name: Type.String(),
    timeZone: Type.String(),
    dayBoundary: Type.Integer(),
  },
  strict,
);
export type Project = Static<typeof Project>;

const doubted = {
  /** Sparkplug `Quality`: 0 bad, 500 stale. */
  quality: Type.Integer(),
  value: Type.Union([Type.Number(), Type.String(), Type.Null()]),
};

/** Of each channel the newest value; what is older than the newest row has a time of its own. */
const newest = {
  t: Type.Integer(),
  receivedAt: Type.Integer(),
  values: Values,
  /** Times of the values that are older than `t`, by channel. */
  times: Type.Optional(dictionary(Type.Integer())),
  /** What the device did not vouch for since the channel's last good value. */
  notGood: Type.Optional(dictionary(Type.Object({ ...doubted, t: Type.Integer() }, strict))),
};

export const SensorDetail = Type.Object(
  {
    id: Type.Integer(),
    slot: Type.Integer(),
    kind: Type.Integer(),
    name: nullable(Type.String()),
    installState: Type.Integer(),
    mountMode: Type.Integer(),
    mountAzimuth: Type.Number(),
    /** Where on its site; a code of the dictionary. */
    position: nullable(Type.String()),
    /** Newest values of each of its rows; element rows carry one entry per element. */
    latest: Type.Array(Type.Object({ row: Type.String(), element: Type.Integer(), ...newest }, strict)),
  },
  strict,
);
export type SensorDetail = Static<typeof SensorDetail>;

export const StationDetail = Type.Object(
  {
    summary: StationSummary,
    project: Project,
    /** Codes of the dictionary. */
    labels: Type.Array(Type.String()),
    rtu: nullable(
      Type.Object(
        {
          id: Type.Integer(),
          sn: Type.String(),
          sendCycle: Type.Integer(),
          collectionCycle: Type.Integer(),
          quality: Type.Union([Type.Literal('GOOD'), Type.Literal('STALE')]),
          status: nullable(Type.Object(newest, strict)),
          /** What its traffic got wrong lately, newest first. */
          problems: Type.Array(
            Type.Object(
              /** `count`: how often it came. */
              { at: Type.Integer(), reason: Type.String(), detail: Type.String(), count: Type.Integer() },
              strict,
            ),
          ),
        },
        strict,
      ),
    ),
    sensors: Type.Array(SensorDetail),
  },
  strict,
);
export type StationDetail = Static<typeof StationDetail>;

/** Every station with its little curve. The first question reads the curves, which takes a while where there are thousands. */
export const stations = call('stations.list', 'GET /rest/stations', {
  access: 'station:data:view',
  /** 0: without the little curves, at once. */
  query: Type.Object({ sparks: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })) }, strict),
  data: Type.Object(
    {
      stations: Type.Array(StationSummary),
      projects: Type.Array(Project),
      at: Type.Integer(),
      /** A live stream that is opened with it as its last event delivers everything that followed. */
      lastEventId: Type.String(),
    },
    strict,
  ),
});

export const station = call('stations.one', 'GET /rest/stations/:stationId', {
  access: 'station:data:view',
  params: StationId,
  data: StationDetail,
});

/** Counts and gaps for the data overview tab. */
export const stationOverview = call('stations.overview', 'GET /rest/stations/:stationId/overview', {
  access: 'station:data:view',
  params: StationId,
  data: Type.Object(
    {
      sources: Type.Array(
        Type.Object(
          {
            sourceId: Type.Integer(),
            row: Type.String(),
            /** Readings stored, first and last of them. */
            count: Type.Integer(),
            firstAt: nullable(Type.Integer()),
            lastAt: nullable(Type.Integer()),
            /** Expected and received readings of the last 24 h and 30 days. */
            expected24h: Type.Integer(),
            received24h: Type.Integer(),
            expected30d: Type.Integer(),
            received30d: Type.Integer(),
            /** Gaps of the last 30 days, newest first, at most 50. */
            gaps: Type.Array(
              Type.Object(
                { kind: Type.String(), from: Type.Integer(), to: Type.Integer(), count: Type.Integer() },
                strict,
              ),
            ),
          },
          strict,
        ),
      ),
      /** Two different values that were reported for one channel at one time, the newest 50. */
      conflicts: Type.Array(
        Type.Object(
          {
            sourceId: Type.Integer(),
            row: Type.String(),
            element: Type.Integer(),
            t: Type.Integer(),
            channel: Type.String(),
            stored: Type.String(),
            offered: Type.String(),
            /** When the second came. */
            at: Type.Integer(),
            imported: Type.Boolean(),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});

/** Recent rows of a source as a table page; `row=status` takes the RTU's id as source. */
export const readingRows = call('readings.rows', 'GET /rest/readings/:sourceId/rows', {
  access: 'station:data:view',
  params: SensorId,
  query: Type.Object(
    {
      row: Type.String({ maxLength: 16 }),
      element: Type.Optional(Type.Integer({ minimum: 0, maximum: 128 })),
      from: Type.Optional(Type.Integer({ minimum: 0 })),
      to: Type.Optional(Type.Integer({ minimum: 0 })),
      before: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      /** 1: only rows with a value that the device did not vouch for; `total` counts these. */
      doubted: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
      /** 1: displacements and angles relative to the initial values that were in force. */
      relative: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    },
    strict,
  ),
  data: Type.Object(
    {
      total: Type.Integer(),
      rows: Type.Array(
        Type.Object(
          {
            t: Type.Integer(),
            receivedAt: Type.Integer(),
            element: Type.Integer(),
            values: Values,
            /** What the device did not vouch for, by channel; such a channel is not in `values`. */
            notGood: Type.Optional(dictionary(Type.Object(doubted, strict))),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});

const captureFacts = {
  /** Its start. */
  t: Type.Integer(),
  receivedAt: Type.Integer(),
  /** Hz. */
  samplingRate: Type.Number(),
  /** Index of the value in `triggerCause`. */
  cause: Type.Integer(),
};

/** Captures of a source in a range, newest first, with what a list shows of each. */
export const waveformCaptures = call('readings.captures', 'GET /rest/readings/:sourceId/captures', {
  access: 'station:data:view',
  params: SensorId,
  query: Type.Object(
    {
      from: Type.Optional(Type.Integer({ minimum: 0 })),
      to: Type.Optional(Type.Integer({ minimum: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    },
    strict,
  ),
  data: Type.Object(
    {
      total: Type.Integer(),
      captures: Type.Array(
        Type.Object(
          {
            ...captureFacts,
            /** Of the longest axis. */
            samples: Type.Integer(),
            /** How many of the three came whole. */
            axes: Type.Integer({ minimum: 0, maximum: 3 }),
            /** Greatest length of the vector, in the unit of the samples; an accelerometer's without gravity. */
            peak: nullable(Type.Number()),
            /** Of the strongest axis, Hz; null where the capture is too short to say. */
            frequency: nullable(Type.Number()),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});

/** One waveform capture with its samples: that of a time, or the newest. */
export const waveform = call('readings.waveform', 'GET /rest/readings/:sourceId/waveform', {
  access: 'station:data:view',
  params: SensorId,
  query: Type.Object({ t: Type.Optional(Type.Integer({ minimum: 0 })) }, strict),
  data: nullable(
    Type.Object(
      {
        ...captureFacts,
        x: Type.Array(Type.Number()),
        y: Type.Array(Type.Number()),
        z: Type.Array(Type.Number()),
      },
      strict,
    ),
  ),
});
