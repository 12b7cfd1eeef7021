/** Own lines of intensity and duration that events of rain are held against. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const StationId = Type.Object({ stationId: Type.Integer({ minimum: 1 }) }, strict);

/** I = factor · D^exponent, mm/h over h, for durations from `shortest` to `longest`; `gap` hours without rain end an event. */
export const OwnRainLine = Type.Object(
  {
    factor: Type.Number({ minimum: 0.01, maximum: 1000 }),
    exponent: Type.Number({ minimum: -3, maximum: 0 }),
    shortest: Type.Number({ minimum: 0.1, maximum: 168 }),
    longest: Type.Number({ minimum: 1, maximum: 720 }),
    gap: Type.Integer({ minimum: 1, maximum: 72 }),
  },
  strict,
);
export type OwnRainLine = Static<typeof OwnRainLine>;

const KeptLine = Type.Object({ line: OwnRainLine, accountName: Type.String(), at: Type.Integer() }, strict);
const Maybe = Type.Union([KeptLine, Type.Null()]);

/** The lines that stand for a station: its own, and that of its project. The station's comes first. */
export const rainLinesOfStation = call('rainLines.ofStation', 'GET /rest/stations/:stationId/rain-line', {
  access: 'station:data:view',
  params: StationId,
  data: Type.Object({ station: Maybe, project: Maybe }, strict),
});
/** Sets the line of a station, or that of its project; null takes it away. */
export const setRainLine = call('rainLines.set', 'PUT /rest/stations/:stationId/rain-line', {
  access: 'station:baseline:edit',
  params: StationId,
  body: Type.Object(
    { scope: Type.Enum(['station', 'project']), ownLine: Type.Union([OwnRainLine, Type.Null()]) },
    strict,
  ),
  data: Type.Object({}, strict),
});
