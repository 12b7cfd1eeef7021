import { runStatusFlags } from '../../catalogue/rows/status.ts';
import { between, gauss, integer, mix, pick, round, seedOf, unit, wander } from '../random.ts';
import type { SimulatedRtu } from '../rtu.ts';
import type { Sample } from '../sample.ts';
import { code, numeric, type Parameters } from '../sensor.ts';
import { day, hour, localDay, localHour } from './calendar.ts';

/** Charge of the battery, %: rises with the sun, sinks at night and under cloud; a weak one sinks week by week. */
export function charge(rtu: SimulatedRtu, t: number): number {
  const seed = seedOf(rtu.seed, 'battery');
  const cloudy = rtu.weather.cloud(t - 0.5 * day) * 0.6 + rtu.weather.cloud(t - 1.5 * day) * 0.4;
  const sun = Math.cos((2 * Math.PI * (localHour(t, rtu.zone) - 16)) / 24);
  const weak = rtu.weakSince === null ? 0 : Math.min(55, Math.max(0, ((t - rtu.weakSince) / day) * 2.2));
  const base = 92 - 12 * unit(seed, 1) - weak;
  const swing = rtu.weakSince === null ? 1 : 1.5;
  return Math.min(100, Math.max(3, base + swing * (4 * sun - 9 * (cloudy - 0.4)) + wander(seed, t, 2 * day)));
}

/** Voltage of a 12 V battery at a charge, V: 10.8 empty, 12.9 full, with the panel's lift by day. */
const voltage = (percent: number, panel: number): number =>
  10.8 + 1.55 * (percent / 100) ** 0.7 + (panel > 13 ? 0.35 : 0);

/** Bits of runStatus as the flags are listed in the catalogue. */
export const runStatusBits = (flags: Iterable<string>): number => {
  let bits = 0;
  for (const flag of flags) bits += 2 ** Math.max(0, runStatusFlags.indexOf(flag));
  return bits;
};

/** The status row of an RTU's report. Sequence counts the reports since the RTU was installed. */
export function status(
  rtu: SimulatedRtu,
  parameters: Parameters,
  t: number,
  reportType: 'timed' | 'restart' | 'test' | 'command' = 'timed',
): Sample {
  const seed = seedOf(rtu.seed, 'status');
  const second = Math.floor(t / 1000);
  const noise = (name: string) => gauss(seedOf(seed, name), second);
  const percent = charge(rtu, t);
  const height = Math.max(0, Math.cos((2 * Math.PI * (localHour(t, rtu.zone) - 12.3)) / 24));
  const light = height * (1 - 0.6 * rtu.weather.cloud(t));
  const panel = height === 0 ? 0.2 : 4 + 14.5 * light ** 0.4;
  const battery = round(voltage(percent, panel) + 0.01 * noise('v'), 2);
  const low = battery < numeric(parameters, 'rtu/lowBattery', 11.5);
  const broken = rtu.flags.filter(({ from, to }) => t >= from && t < to).map(({ flag }) => flag);
  const sensors = rtu.sensors.filter(
    (sensor) => sensor.slot < 4 && sensor.faults.some((span) => t >= span.from && t < span.to),
  );
  const bits = runStatusBits([
    ...broken,
    ...(low ? ['batteryVoltage'] : []),
    ...sensors.map((sensor) => `sensor${sensor.slot + 1}`),
  ]);
  const sendCycle = numeric(parameters, 'rtu/sendCycle', 3600);
  const japan = rtu.zone === 'Asia/Tokyo';
  const base = between(seed, 2, -95, -66);
  const elapsed = (slot: number) => {
    const sensor = rtu.sensors.find((candidate) => candidate.slot === slot);
    return sensor ? Math.round(180 + 900 * unit(sensor.seed, 7) + 30 * Math.abs(noise(`e${slot}`))) : null;
  };
  const chargeState = percent >= 96 && light > 0.1 ? 'full' : light > 0.12 ? 'charging' : 'notCharging';
  const values = {
    sequence: Math.max(0, Math.floor((t - rtu.installedAt) / (sendCycle * 1000))) % 65_536,
    installState: code('installState', rtu.installState),
    reportType: code('reportType', reportType),
    fastCollect: numeric(parameters, 'rtu/fastCollect', 0),
    resend: numeric(parameters, 'rtu/resend', 1),
    runStatus: bits,
    sendCycle,
    fastCollectCycle: numeric(parameters, 'rtu/fastCollectCycle', 300),
    collectionCycle: numeric(parameters, 'rtu/collectionCycle', 600),
    batteryVoltage: battery,
    batteryCharge: Math.round(percent),
    chargeVoltage: round(panel + 0.05 * Math.abs(noise('p')), 2),
    outputVoltage: round(Math.min(battery - 0.15, 12.1) + 0.01 * noise('o'), 2),
    gsmVoltage: round(4.02 + 0.01 * noise('g'), 2),
    chargeState: code('chargeState', chargeState),
    ambientTemperature: round(rtu.weather.temperature(t) + 1.2 + 0.2 * noise('t'), 1),
    communicationStandard: code('communicationStandard', unit(seed, 3) < 0.86 ? '4G' : 'NB-IoT'),
    signalStrength: Math.round(base + 2.2 * noise('s') + 3 * wander(seed, t, 6 * hour)),
    loraSignalStrength: unit(seed, 4) < 0.4 ? Math.round(-92 + 4 * noise('l')) : null,
    operator: code(
      'operator',
      japan
        ? pick(seed, 5, ['foreign1', 'foreign2'])
        : pick(seed, 5, ['mobile', 'mobile', 'unicom', 'telecom']),
    ),
    elapsed0: elapsed(0),
    elapsed1: elapsed(1),
    elapsed2: elapsed(2),
    elapsed3: elapsed(3),
    elapsed4: elapsed(4),
    elapsed5: elapsed(5),
    elapsed6: elapsed(6),
    lbsLongitude: round(rtu.longitude + between(seed, 6, -0.003, 0.003), 6),
    lbsLatitude: round(rtu.latitude + between(seed, 7, -0.0025, 0.0025), 6),
    gpsLongitude: round(rtu.longitude + 0.00002 * wander(seed, localDay(t, rtu.zone), 1.7), 6),
    gpsLatitude: round(rtu.latitude + 0.00002 * wander(mix(seed, 1), localDay(t, rtu.zone), 1.7), 6),
    pushData: 1,
    hardwareVersion: 'H2.1',
    softwareVersion: pick(seed, 8, ['S4.8.2', 'S4.8.2', 'S4.7.9']),
    bootVersion: 'B1.3',
    gsmVersion: 'EC800MCNLCR07A09M16',
    imei: `86${String(integer(seed, 9, 100_000, 999_999))}${String(integer(seed, 10, 1_000_000, 9_999_999))}`,
    iccid: `${japan ? '898110' : '898604'}${String(integer(seed, 11, 1_000_000, 9_999_999))}${String(integer(seed, 12, 1_000_000, 9_999_999))}`,
  };
  return { row: 'status', element: 0, t, values };
}
