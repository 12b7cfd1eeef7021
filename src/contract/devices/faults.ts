/** Fault statistics: what arrived by station and day, what reports a fault since when, cards, batteries. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Integers = Type.Array(Type.Integer());

/** Whole days that are counted, back from yesterday. */
export const arrivalDays = 92;
/** Fault flags, and batteries, that one answer holds. */
export const mostFlags = 500;
export const mostBatteries = 100;

export const ArrivalTable = Type.Object(
  {
    /** Number of the last day (days since 1970-01-01 by each project's calendar), which is over, and how many there are. */
    last: Type.Integer(),
    days: Type.Integer(),
    stations: Integers,
    /** By station, then by day, oldest first: collections that were due, of all its sensors, and those that brought a reading. */
    expected: Integers,
    received: Integers,
  },
  strict,
);
export type ArrivalTable = Static<typeof ArrivalTable>;

/** Days that are not counted yet, and those on which nothing was due, have 0 expected. */
export const arrivals = call('faults.arrivals', 'GET /rest/faults/arrivals', {
  access: 'station:data:view',
  query: Type.Object({ days: Type.Integer({ minimum: 1, maximum: arrivalDays }) }, strict),
  data: ArrivalTable,
});

export const FaultFlag = Type.Object(
  {
    stationId: Type.Integer(),
    /** Slot of the sensor; null = the RTU. */
    slot: nullable(Type.Integer()),
    /** Sensor type code; null = the RTU. */
    kind: nullable(Type.Integer()),
    /** A flag of the run status, or `runState` of a sensor that reports a fault. */
    flag: Type.String(),
    /** Collection of the first report that has it without a break, UTC ms. */
    since: nullable(Type.Integer()),
  },
  strict,
);
export type FaultFlag = Static<typeof FaultFlag>;

export const Battery = Type.Object(
  {
    stationId: Type.Integer(),
    voltage: Type.Number(),
    t: Type.Integer(),
    /** The RTU's own low limit where it has reported one, else 11.5 V. */
    limit: Type.Number(),
    /** Days until the limit by the trend of 14 days; null = not known, 3650 = it does not sink. */
    days: nullable(Type.Number()),
  },
  strict,
);
export type Battery = Static<typeof Battery>;

export const Card = Type.Object(
  {
    /** Whose RTU reports it; null = none does, it is listed alone. */
    stationId: nullable(Type.Integer()),
    /** As they are reported; of a card that no RTU reports, as they are listed. */
    imei: Type.String(),
    iccid: Type.String(),
    /** Code of the operator; null = not reported. */
    operator: nullable(Type.Integer()),
    t: nullable(Type.Integer()),
    /** As people keep it (sheet `cards`); null = it is not in their list. */
    listed: nullable(
      Type.Object(
        {
          imei: nullable(Type.String()),
          /** A value of the catalogue's operators, or another one's name. Text of others: render as text. */
          operator: nullable(Type.String()),
          /** Last day of the contract, `YYYY-MM-DD`. */
          expires: nullable(Type.String()),
          /** MB a month. */
          volume: nullable(Type.Number()),
          stationId: nullable(Type.Integer()),
        },
        strict,
      ),
    ),
    /** Other stations that the asker sees with the same ICCID or IMEI. */
    duplicates: Integers,
  },
  strict,
);
export type Card = Static<typeof Card>;

/** What reports a fault now (the newest 500), batteries that end first (of the 100 lowest), the cards of all RTUs, and those that are listed. */
export const faultsNow = call('faults.now', 'GET /rest/faults/now', {
  access: 'station:data:view',
  data: Type.Object(
    { flags: Type.Array(FaultFlag), batteries: Type.Array(Battery), cards: Type.Array(Card) },
    strict,
  ),
});
