import * as contract from '../../../contract/finder.ts';
import { alarmEnum, deviceAlarmOf } from '../../sites/facts.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the palette finds besides stations. */
export function finderHandlers({ board, storage }: Services): readonly Binding[] {
  return [
    bind(contract.devices, async ({ viewer }) => {
      const rtus = board
        .sites(viewer)
        .flatMap(({ station, rtu }) => (rtu === null ? [] : [{ station, rtu }]));
      const rows = await storage.readings.latest(
        'status',
        rtus.map(({ rtu }) => rtu.id),
      );
      const reported = new Map(rows.map((row) => [row.sourceId, row.values]));
      return {
        devices: rtus.map(({ station, rtu }) => ({
          stationId: station.id,
          sn: rtu.sn,
          imei: textOf(reported.get(rtu.id)?.['imei']),
          iccid: textOf(reported.get(rtu.id)?.['iccid']),
        })),
      };
    }),
    bind(contract.sensors, async ({ viewer }) => {
      const all = board
        .sites(viewer)
        .flatMap(({ station, sensors }) => sensors.map((sensor) => ({ station, sensor })));
      return {
        sensors: {
          station: all.map(({ station }) => station.id),
          id: all.map(({ sensor }) => sensor.id),
          slot: all.map(({ sensor }) => sensor.slot),
          kind: all.map(({ sensor }) => sensor.kind),
          name: all.map(({ sensor }) => sensor.name),
          installState: all.map(({ sensor }) => sensor.install_state),
        },
      };
    }),
    bind(contract.alarms, async ({ viewer }) => {
      const sensors = board
        .sites(viewer)
        .flatMap(({ station, sensors }) => sensors.map((sensor) => ({ station, sensor })));
      const byId = new Map(sensors.map((entry) => [entry.sensor.id, entry]));
      const rows = await storage.readings.latest(null, [...byId.keys()]);
      const alarms = rows.flatMap(({ row, sourceId, element, t, values }) => {
        const found = row === 'status' || element !== 0 ? undefined : byId.get(sourceId);
        if (found === undefined) return [];
        const { station, sensor } = found;
        const states = alarmEnum(row, sensor.kind);
        const state = values['alarmState'];
        if (!deviceAlarmOf(row, values, sensor.kind) || states === undefined || typeof state !== 'number')
          return [];
        const { id: sensorId, slot, kind, name } = sensor;
        return [{ stationId: station.id, sensorId, slot, kind, name, row, states, state, t }];
      });
      return { alarms: alarms.sort((a, b) => b.t - a.t) };
    }),
  ];
}
