import { kindByCode } from '../../../../catalogue/index.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { kindMessage } from '../../../../derive/messages.ts';
import { primaryChannel } from '../../../../derive/parameter-fields.ts';
import { timeOf } from '../../../../domain/readings/latest.ts';
import type { Formatters, Text } from '../../../components/i18n.ts';
import type { StationAlarm } from '../../../state/alarms/marked.ts';
import { sensorState } from '../SensorCard.tsx';

/** A device of a station as a plan shows it. */
export interface PlanDevice {
  /** Null = the RTU. */
  readonly sensorId: number | null;
  /** Its slot; `R` for the RTU. */
  readonly slot: string;
  readonly name: string;
  /** Its main value with unit. */
  readonly value: string;
  /** When that was measured, UTC ms; null = there is none. */
  readonly t: number | null;
  readonly state: ReturnType<typeof sensorState>;
  /** 1 blue to 4 red, where the station's worst alarm is its own. */
  readonly alarm: Pick<StationAlarm, 'rank' | 'holds'> | null;
}

/** The devices of a station, the RTU first, with what they say now. */
export function devicesOf(
  { rtu, sensors, summary }: StationDetail,
  worst: StationAlarm | undefined,
  text: Text,
  format: Formatters,
): readonly PlanDevice[] {
  const voltage = summary.batteryVoltage;
  const own: PlanDevice[] =
    rtu === null
      ? []
      : [
          {
            sensorId: null,
            slot: 'R',
            name: 'RTU',
            value: voltage === null ? '–' : `${format.number(voltage, 2)} V`,
            t: summary.batteryAt,
            state: 'ok',
            alarm: null,
          },
        ];
  return [
    ...own,
    ...sensors.map((sensor): PlanDevice => {
      const kind = kindByCode(sensor.kind);
      const channel = kind === undefined ? undefined : primaryChannel(kind);
      const main = sensor.latest.find(
        ({ row, element }) => row === kind?.primary?.row && element === (kind?.primary?.element ?? 0),
      );
      const value = kind?.primary === undefined ? undefined : main?.values[kind.primary.channel];
      return {
        sensorId: sensor.id,
        slot: String(sensor.slot),
        name: sensor.name ?? text(kindMessage(kind?.id ?? 'none')),
        value:
          channel === undefined || typeof value !== 'number'
            ? '–'
            : `${format.number(value, channel.digits)} ${channel.unit ?? ''}`.trim(),
        t:
          main === undefined || kind?.primary === undefined
            ? null
            : (timeOf(main, kind.primary.channel) ?? main.t),
        state: sensorState(sensor),
        alarm: worst !== undefined && worst.channel?.sensorId === sensor.id ? worst : null,
      };
    }),
  ];
}
