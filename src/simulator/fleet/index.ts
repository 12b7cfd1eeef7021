import { rtuSlot } from '../parameters.ts';
import { between, integer, mix, pick, round, seedOf, unit } from '../random.ts';
import type { SimulatedRtu } from '../rtu.ts';
import { day, hour, type Zone } from '../signals/calendar.ts';
import { Ground } from '../signals/ground.ts';
import { Weather } from '../signals/weather.ts';
import { areas, companies, dayBoundary, type Region, type SiteType } from './areas.ts';
import { type Fate, fates, placedRain } from './fates.ts';
import { kitOf } from './kits.ts';
import { stationName } from './names.ts';
import { cyclesOf, pastSpans } from './rtus.ts';
import { planSensor, sensorSettings } from './sensors.ts';

export interface PlannedStation {
  readonly code: string;
  readonly name: string;
  readonly site: SiteType;
  readonly latitude: number;
  readonly longitude: number;
  readonly rtu: SimulatedRtu;
}
export interface PlannedProject {
  /** Index into `companies`. */
  readonly company: number;
  readonly code: string;
  readonly name: string;
  readonly timeZone: Zone;
  readonly dayBoundary: number;
  readonly stations: readonly PlannedStation[];
}
export interface Fleet {
  readonly seed: number;
  /** The moment around which its stories happen, UTC ms: when the demo was made. */
  readonly anchor: number;
  readonly companies: readonly { readonly name: string; readonly language: string }[];
  readonly projects: readonly PlannedProject[];
}

/** How long before the anchor fast collect was switched on where it is on. */
export const recently = 12 * hour;
/**
 * Every kind has its station even in a small fleet: their codes in turn where fate leaves the choice; null
 * leaves a station what it has.
 */
const parade = [
  ...[2, 3, 5, 6, 7, 11, 13, 14, 15, 16, 10, 17, 12, 9, 4, 8],
  ...[18, 24, 19, 20, 27, null, 26, 22, 23, 21, 28, 25],
];
const paradeStart = 11;

function station(
  number: number,
  area: Region,
  areaNumber: number,
  seed: number,
  anchor: number,
  weather: Weather,
): PlannedStation {
  const own = mix(seedOf(seed, 'station'), number);
  const fate: Fate = { ...fates[number], ...(number % 19 === 7 ? { creeps: true as const } : {}) };
  const site = fate.site ?? pick(own, 1, area.sites);
  const [town, latitude, longitude] = pick(own, 2, area.towns);
  const place = {
    latitude: round(latitude + between(own, 3, -0.045, 0.045), 6),
    longitude: round(longitude + between(own, 4, -0.05, 0.05), 6),
  };
  const count = Math.floor(number / areas.length) + 1;
  const cycles = cyclesOf(number, own, fate);
  const days = fate.installState === 'notInstalled' ? 0 : fate.everyMinute ? 365 : 90;
  const installedAt = anchor - Math.round(between(own, 5, fate.everyMinute ? 380 : 130, 700)) * day;
  const ground = new Ground(weather, between(own, 6, 8, 30));
  const first = kitOf(own, site, number >= paradeStart + parade.length);
  const paraded = parade[number - paradeStart] ?? null;
  const kit = fate.kit ?? (paraded === null ? first : [paraded, ...first.filter((k) => k !== paraded)]);
  const sensors = kit
    .slice(0, 4)
    .map((kind, slot) => planSensor(slot, kind, own, { weather, ground, installedAt, anchor, days }, fate));
  const settings = new Map(
    sensors.map((sensor) => [sensor.slot, sensorSettings(sensor, cycles.collection, fate)]),
  );
  settings.set(rtuSlot, {
    'rtu/center1Host': 'groundwatch.example',
    'rtu/timeZone': area.climate.zone === 'Asia/Tokyo' ? 540 : 480,
  });
  const rtu: SimulatedRtu = {
    sn: `26${String(areaNumber + 1).padStart(2, '0')}${String(count).padStart(4, '0')}${String(integer(own, 7, 0, 99)).padStart(2, '0')}`,
    seed: own,
    group: area.project,
    zone: area.climate.zone,
    ...place,
    weather,
    installedAt,
    installState: fate.installState ?? 'installed',
    sendCycle: cycles.send,
    collectionCycle: cycles.collection,
    fast: cycles.fast,
    past: { days, spans: pastSpans(own, anchor, days, cycles.fast ?? cycles.send, fate) },
    temper: {
      awake: cycles.awake,
      pace: fate.pace ?? 1,
      silentSince: fate.silentSince === undefined ? null : anchor + fate.silentSince,
      breaks: unit(own, 8) < 0.03 ? 0.12 : 0,
    },
    weakSince: fate.weakSince === undefined ? null : anchor + fate.weakSince,
    flags: fate.flag
      ? [{ flag: fate.flag.name, from: anchor + fate.flag.since, to: Number.POSITIVE_INFINITY }]
      : [],
    sensors,
    settings,
  };
  const japanese = area.climate.zone === 'Asia/Tokyo';
  return {
    code: `${area.prefix}-${String(count).padStart(4, '0')}`,
    name: stationName(own, japanese, town, site, count),
    site,
    ...place,
    rtu,
  };
}

/** Plans a fleet: the same for the same seed, anchor (UTC ms, a whole minute) and number of stations. */
export function planFleet({
  seed = 1,
  anchor,
  stations = 300,
}: {
  readonly seed?: number;
  readonly anchor: number;
  readonly stations?: number;
}): Fleet {
  const weathers = areas.map(
    (area, index) =>
      new Weather(
        mix(seedOf(seed, 'area'), index),
        area.climate,
        (placedRain[index] ?? []).map((event) => ({ ...event, start: anchor + event.start })),
      ),
  );
  const planned: PlannedStation[][] = areas.map(() => []);
  for (let number = 0; number < stations; number++) {
    const index = number % areas.length;
    const area = areas[index];
    const weather = weathers[index];
    if (area && weather) planned[index]?.push(station(number, area, index, seed, anchor, weather));
  }
  const projects = areas.map((area, index) => ({
    company: area.company,
    code: area.project,
    name: area.projectName,
    timeZone: area.climate.zone,
    dayBoundary: dayBoundary(area.climate.zone),
    stations: planned[index] ?? [],
  }));
  return { seed, anchor, companies, projects };
}
