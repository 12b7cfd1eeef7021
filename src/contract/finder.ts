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
