/** History calls: dense curves as binary columns (bytes in contract/history). */
import Type from 'typebox';
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
