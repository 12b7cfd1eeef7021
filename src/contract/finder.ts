/** What the palette finds besides stations: devices by their numbers, sensors by their alarm. */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';

const strict = { additionalProperties: false } as const;

/** The numbers of an RTU; empty where it has not reported them. */
export const DeviceNumbers = Type.Object(
  { stationId: Type.Integer(), sn: Type.String(), imei: Type.String(), iccid: Type.String() },
  strict,
);
export type DeviceNumbers = Static<typeof DeviceNumbers>;

/** A sensor whose device reports an alarm, the newest first. */
export const SensorAlarm = Type.Object(
  {
    stationId: Type.Integer(),
    sensorId: Type.Integer(),
    slot: Type.Integer(),
    kind: Type.Integer(),
    name: Type.Union([Type.String(), Type.Null()]),
    row: Type.String(),
    /** Enumeration of its alarm states, and the code of the state. */
    states: Type.String(),
    state: Type.Integer(),
    t: Type.Integer(),
  },
  strict,
);
export type SensorAlarm = Static<typeof SensorAlarm>;

export const devices = call('finder.devices', 'GET /rest/finder/devices', {
  access: 'station:data:view',
  data: Type.Object({ devices: Type.Array(DeviceNumbers) }, strict),
});

export const alarms = call('finder.alarms', 'GET /rest/finder/alarms', {
  access: 'station:data:view',
  data: Type.Object({ alarms: Type.Array(SensorAlarm) }, strict),
});

const Integers = Type.Array(Type.Integer());
/** By place: the same place in each list is one sensor, by station, then by slot. */
export const ListedSensors = Type.Object(
  {
    station: Integers,
    id: Integers,
    slot: Integers,
    kind: Integers,
    name: Type.Array(Type.Union([Type.String(), Type.Null()])),
    /** Code of the install state. */
    installState: Integers,
  },
  strict,
);
/** Every sensor in use that the asker sees. */
export const sensors = call('finder.sensors', 'GET /rest/finder/sensors', {
  access: 'station:data:view',
  data: Type.Object({ sensors: ListedSensors }, strict),
});
