/** History calls: dense curves as binary columns (bytes in contract/history). */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';

const strict = { additionalProperties: false } as const;
const SourceId = Type.Object({ sourceId: Type.Integer({ minimum: 1 }) }, strict);

/**
 * `channels`: comma-separated channel ids of one row. `from` inclusive, `to` exclusive, UTC ms. `bins`: pixel columns
 * that the asker draws; readings are put together in bins when there are more than twice as many, or more than
 * `rawUpTo`. `latest`: the newest n readings in place of a range.
 */
export const historyColumns = call('history.columns', 'GET /rest/history/:sourceId/columns', {
  access: 'station:data:view',
  answers: 'binary',
  params: SourceId,
  query: Type.Object(
    {
      row: Type.String({ maxLength: 16 }),
      element: Type.Optional(Type.Integer({ minimum: 0, maximum: 128 })),
      channels: Type.String({ maxLength: 512 }),
      from: Type.Optional(Type.Integer({ minimum: 0 })),
      to: Type.Optional(Type.Integer({ minimum: 0 })),
      bins: Type.Optional(Type.Integer({ minimum: 1, maximum: 8000 })),
      rawUpTo: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_536 })),
      latest: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      /** Width of bins in seconds, such as 300, 3600 or 86400 for amounts: bins are answered however few readings there are. */
      step: Type.Optional(Type.Integer({ minimum: 60, maximum: 86_400 })),
      /** 1: displacements and angles relative to the initial values that were in force. */
      relative: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    },
    strict,
  ),
});

export const historyGaps = call('history.gaps', 'GET /rest/history/:sourceId/gaps', {
  access: 'station:data:view',
  params: SourceId,
  query: Type.Object(
    {
      row: Type.String({ maxLength: 16 }),
      element: Type.Optional(Type.Integer({ minimum: 0, maximum: 128 })),
      from: Type.Integer({ minimum: 0 }),
      to: Type.Integer({ minimum: 0 }),
    },
    strict,
  ),
  data: Type.Object(
    {
      gaps: Type.Array(
        Type.Object(
          {
            kind: Type.Enum(['silent', 'resent', 'fault', 'removed']),
            from: Type.Integer(),
            to: Type.Integer(),
            count: Type.Integer(),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});

const StatusSeen = Type.Object(
  {
    t: Type.Integer(),
    receivedAt: Type.Integer(),
    batteryVoltage: Type.Union([Type.Number(), Type.Null()]),
    signalStrength: Type.Union([Type.Number(), Type.Null()]),
    reportType: Type.Union([Type.Number(), Type.Null()]),
    installState: Type.Union([Type.Number(), Type.Null()]),
    runStatus: Type.Union([Type.Number(), Type.Null()]),
  },
  strict,
);

/** Gaps of a source, the newest 100, with what is stored around each of them: what the lens *gaps* judges (domain/lenses/gaps). */
export const historyEvidence = call('history.evidence', 'GET /rest/history/:sourceId/evidence', {
  access: 'station:data:view',
  params: SourceId,
  query: Type.Object(
    {
      row: Type.String({ maxLength: 16 }),
      from: Type.Integer({ minimum: 0 }),
      to: Type.Integer({ minimum: 0 }),
    },
    strict,
  ),
  data: Type.Object(
    {
      gaps: Type.Array(
        Type.Object(
          {
            kind: Type.Enum(['silent', 'resent', 'fault', 'removed']),
            from: Type.Integer(),
            to: Type.Integer(),
            count: Type.Integer(),
            /** Nothing has come since. */
            isOpen: Type.Boolean(),
            /** Newest report of the RTU before it, first one after it, and how many came meanwhile. */
            before: Type.Union([StatusSeen, Type.Null()]),
            after: Type.Union([StatusSeen, Type.Null()]),
            reports: Type.Integer(),
            /** Of late readings: when the last of them came. */
            cameAt: Type.Union([Type.Integer(), Type.Null()]),
            /** Up to 8 other RTUs of the project that were heard before it, and how many of them were heard meanwhile. */
            others: Type.Object({ heard: Type.Integer(), of: Type.Integer() }, strict),
          },
          strict,
        ),
      ),
      /** Gaps of the range that are not listed, because there are too many. */
      left: Type.Integer(),
      /** When the server or its broker was down, and since when that is counted. */
      down: Type.Array(
        Type.Object(
          { kind: Type.Enum(['server', 'broker']), from: Type.Integer(), to: Type.Integer() },
          strict,
        ),
      ),
      countedSince: Type.Union([Type.Integer(), Type.Null()]),
      now: Type.Integer(),
      /** Seconds. */
      sendCycle: Type.Integer(),
      lastContactAt: Type.Union([Type.Integer(), Type.Null()]),
      /** V. */
      lowBattery: Type.Number(),
      /** Of the sensor; null = the RTU's own rows. */
      slot: Type.Union([Type.Integer(), Type.Null()]),
      /** When times of the RTU's readings were refused. */
      refusedTimes: Type.Array(Type.Integer()),
    },
    strict,
  ),
});
export type HistoryEvidence = Static<(typeof historyEvidence)['data']>;
