import { groups, kindByCode } from '../../catalogue/index.ts';
import type { GroupId } from '../../catalogue/model.ts';
import { parameterMetricValue } from '../../derive/metric-values.ts';
import { parseReported } from '../../server/delivery/shadow.ts';
import type { TwinFacts } from '../../server/rehearsal/job.ts';
import type { Json } from '../../server/storage/json.ts';
import type { ReportedValues } from '../../server/storage/schema.ts';
import { Device } from '../../simulator/device/device.ts';
import { rtuSlot } from '../../simulator/parameters.ts';
import { gauss, mix, seedOf, unit } from '../../simulator/random.ts';
import type { SimulatedRtu } from '../../simulator/rtu.ts';
import { delay } from '../../simulator/schedule.ts';
import type { MemoryValue, SimulatedSensor } from '../../simulator/sensor.ts';
import { Ground } from '../../simulator/signals/ground.ts';
import { Weather } from '../../simulator/signals/weather.ts';
import type { Air } from './air.ts';

type Settings = Record<string, MemoryValue>;

/** What a device reported of one slot, as the device itself keeps it. */
function settingsOf(reported: Json<ReportedValues>): Settings {
  const settings: Settings = {};
  for (const [name, [value]] of Object.entries(parseReported(reported))) {
    const [group = '', id] = name.split('/');
    const field = Object.hasOwn(groups, group)
      ? groups[group as GroupId].fields.find((one) => one.id === id)
      : undefined;
    if (field === undefined) continue;
    const kept = parameterMetricValue(field, value);
    settings[name] = typeof kept === 'bigint' ? Number(kept) : kept;
  }
  return settings;
}

/** ms; until one is learnt, the spread that domain/link-state uses for such a device is taken. */
const spreadOf = ({ jitter, sendCycle }: TwinFacts) =>
  Math.round(jitter > 0 ? jitter : (sendCycle * 1000) / 20);

/** The simulated RTU that stands for a device: its parameters, cycles and habits. */
export function twinOf(facts: TwinFacts, seed: number): SimulatedRtu {
  const own = mix(seedOf(seed, facts.sn), facts.rtuId);
  const zone = facts.timeZone === 'Asia/Tokyo' ? 'Asia/Tokyo' : 'Asia/Shanghai';
  // What it measures says nothing of the plan: one mild place serves all.
  const climate = { meanTemperature: 15, seasonSwing: 8, daySwing: 4, dryChance: 0.1, wetChance: 0.4 };
  const weather = new Weather(own, { zone, ...climate, eventSize: 8 });
  const ground = new Ground(weather);
  const sensors = facts.sensors.flatMap(({ slot, kind: code }): SimulatedSensor[] => {
    const kind = kindByCode(code);
    if (kind === undefined) return [];
    return [
      {
        slot,
        kind,
        seed: mix(own, slot),
        zone,
        dayBoundary: 0,
        weather,
        ground,
        movement: { onset: 0, creep: 0, rainGain: 0 },
        bearing: 0,
        elements: 0,
        liveliness: 0.5,
        faults: [],
      },
    ];
  });
  const settings = new Map(facts.reported.map(({ slot, reported }) => [slot, settingsOf(reported)]));
  const ofRtu: Settings = {
    'rtu/sendCycle': facts.sendCycle,
    'rtu/collectionCycle': facts.collectionCycle,
    'rtu/center1Host': '',
    ...settings.get(rtuSlot),
  };
  const { lastContactAt, sendCycle } = facts;
  const rtu: SimulatedRtu = {
    sn: facts.sn,
    seed: own,
    group: facts.group,
    zone,
    latitude: facts.latitude,
    longitude: facts.longitude,
    weather,
    installedAt: 0,
    installState: 'installed',
    sendCycle,
    collectionCycle: facts.collectionCycle,
    fast: null,
    past: { days: 0, spans: [] },
    temper: { awake: facts.awake, pace: 1, silentSince: null, breaks: facts.lost },
    weakSince: null,
    flags: [],
    sensors,
    settings: new Map([...settings, [rtuSlot, ofRtu]]),
  };
  if (lastContactAt === null) return rtu;
  // It visits as the device did: its contacts are spread around their time, the twin's come up to 2 spreads later.
  const lag = Math.min(delay(rtu), sendCycle * 400);
  return { ...rtu, actedAt: Math.max(0, Math.round(lastContactAt - lag - spreadOf(facts))) };
}

/** A twin on the air of its rehearsal. The luck of each of its visits hangs on the seed. */
export function twinDevice(facts: TwinFacts, seed: number, air: Air): Device {
  const rtu = twinOf(facts, seed);
  const luck = seedOf(rtu.seed, 'visits');
  let visits = 0;
  return new Device(rtu, {
    url: '',
    password: '',
    measures: false,
    connect: air.way(() => {
      visits += 1;
      // One that stays connected has no visits that it could miss.
      if (!facts.awake && unit(luck, visits) < facts.missed) return null;
      const spread = facts.awake ? 0 : spreadOf(facts);
      return Math.min(2 * spread, Math.max(0, Math.round(spread * (1 + gauss(luck, visits)))));
    }),
    refuses: (slot, names) =>
      facts.refusals.find(
        (refusal) => refusal.slot === slot && names.some((name) => name.startsWith(`${refusal.group}/`)),
      )?.text ?? null,
  });
}
