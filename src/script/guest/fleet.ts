/** What a script reads. */
import { ask } from './ask.ts';
import type { BinStatistic, HistoryChannels, KindValues, Statistic } from './catalogue.ts';
import { now, RealDate } from './clock.ts';
import type {
  Device,
  Failed,
  GroupId,
  Latest,
  Moment,
  Reported,
  SensorKind,
  Station,
  StationFilter,
} from './devices.ts';
import { freeze } from './host.ts';
import type { LensName, LensResults, NoResult } from './lenses.ts';
import { deviceOf, FleetStation, isStation, list } from './stations.ts';

/** The station beside what was answered of a device. */
const withDevices = <A extends object>(devices: readonly Device[], answers: readonly A[]) =>
  answers.map((answer, at) => {
    const given = devices[at] as Device;
    return {
      station: isStation(given) ? given : given.station,
      ...answer,
    };
  });

/** What is named several times is asked once, and its answer given as often as it was named. */
function each<K>(keys: readonly K[]) {
  const places = new Map<K, number>();
  const first: number[] = [];
  const at = keys.map((key, index) => {
    if (!places.has(key)) {
      places.set(key, first.length);
      first.push(index);
    }
    return places.get(key) as number;
  });
  return {
    /** What is asked, of a list beside the keys. */
    once: <T>(of: readonly T[]) => first.map((index) => of[index] as T),
    spread: <A>(answers: readonly A[]) =>
      answers.length === first.length ? at.map((place) => answers[place] as A) : answers,
  };
}

async function ofDevices<G extends GroupId>(
  call: 'read' | 'reported',
  given: Device | readonly Device[],
  group: G,
): Promise<readonly (Reported<G> | Failed)[]> {
  const devices = list(given);
  const named = devices.map((one) => deviceOf(one, `fleet.${call}`));
  const { once, spread } = each(named.map(({ station, slot }) => `${station}/${slot}`));
  const answers = await ask(call, { devices: once(named), group });
  return withDevices(devices, spread(answers)) as readonly (Reported<G> | Failed)[];
}

const idsOf = (stations: Station | readonly Station[], call: string) =>
  list(stations).map((one) => deviceOf(one, call).station);
const time = (moment: Moment | Date | string): Moment =>
  moment instanceof RealDate
    ? moment.getTime()
    : typeof moment === 'string'
      ? RealDate.parse(moment)
      : moment;

/** The newest readings of one station. */
interface Newest<K extends keyof KindValues & string = keyof KindValues & string> {
  readonly station: Station;
  readonly readings: readonly Latest<K>[];
}
/** A statistic of one sensor. */
interface Summary<K, C extends string> {
  readonly station: Station;
  readonly slot: K extends 'rtu' ? null : number;
  readonly ok: true;
  readonly values: { readonly [P in C]: number | null };
}

/** Statistics of one sensor, by stretches of time; null where a stretch has no value. */
interface Binned<K, S extends BinStatistic> {
  readonly station: Station;
  readonly slot: K extends 'rtu' ? null : number;
  readonly ok: true;
  /** `to` is outside of a stretch. */
  readonly rows: readonly ({ readonly from: Moment; readonly to: Moment } & {
    readonly [P in S]: number | null;
  })[];
}

/** What a lens says of one sensor: a result, or why there is none. */
type Analysed<L extends LensName> = {
  readonly station: Station;
  readonly slot: number;
  readonly ok: true;
  /** Where the readings begin that were judged: the range's start, or a re-zeroing after it. */
  readonly from: Moment;
  readonly count: number;
} & (
  | { readonly result: LensResults[L]; readonly why: null }
  | { readonly result: null; readonly why: NoResult }
);
/** Answers beside the stations that were given, as often as each was named. */
function besideStations<A extends { readonly station: number }>(
  given: readonly Station[],
  ids: readonly number[],
  answers: readonly A[],
) {
  const byStation = new Map(ids.map((id) => [id, [] as A[]]));
  for (const answer of answers) byStation.get(answer.station)?.push(answer);
  return ids.flatMap((id, at) =>
    (byStation.get(id) ?? []).map((answer) => ({ ...answer, station: given[at] })),
  );
}

export const fleet: {
  /** Stations that you may see, by code. */
  stations(filter?: StationFilter): Promise<readonly Station[]>;
  latest(stations: Station | readonly Station[]): Promise<readonly Newest[]>;
  latest<K extends keyof KindValues & string>(
    stations: Station | readonly Station[],
    kind: K,
  ): Promise<readonly Newest<K>[]>;
  /** Reads from all of the devices at once and waits until each has answered or cannot any more; one call. */
  read<G extends GroupId>(
    devices: Device | readonly Device[],
    group: G,
  ): Promise<readonly (Reported<G> | Failed)[]>;
  /** As last reported, with its age: nothing is asked of the devices. */
  reported<G extends GroupId>(
    devices: Device | readonly Device[],
    group: G,
  ): Promise<readonly (Reported<G> | Failed)[]>;
  /** A statistic over a time, of every sensor of a kind; 'rtu' = of the RTUs themselves (slot null). */
  history<K extends keyof HistoryChannels & string, C extends HistoryChannels[K]>(
    stations: Station | readonly Station[],
    kind: K,
    channels: C | readonly C[],
    over: {
      readonly from: Moment | Date | string;
      readonly to?: Moment | Date | string;
      readonly statistic?: Statistic;
    },
  ): Promise<readonly (Summary<K, C> | Failed)[]>;
  /**
   * Statistics of a channel over a time, or by stretches of it, of every sensor of a kind; 'rtu' = of the RTUs themselves. `p95`
   * is the value that 95 % do not exceed, between the two nearest by rank; `sd` is of the sample (n − 1). 1000 stretches at most.
   */
  statistics<K extends keyof HistoryChannels & string, S extends BinStatistic>(
    stations: Station | readonly Station[],
    kind: K,
    channel: HistoryChannels[K],
    over: {
      readonly of: S | readonly S[];
      readonly from: Moment | Date | string;
      readonly to?: Moment | Date | string;
      /** Hours of a stretch, from the beginning on; left out = one, the whole time. */
      readonly every?: number;
    },
  ): Promise<readonly (Binned<K, S> | Failed)[]>;
  /** A lens over the readings of a channel, of every sensor of a kind. */
  analyse<K extends SensorKind, L extends LensName>(
    stations: Station | readonly Station[],
    kind: K,
    channel: HistoryChannels[K],
    over: {
      readonly lens: L;
      readonly from: Moment | Date | string;
      readonly to?: Moment | Date | string;
      /** Hours of readings that a rate is taken from; left out = 24. */
      readonly window?: number;
      /** Channel that holds the temperature; left out = 'temperature'. */
      readonly temperature?: HistoryChannels[K];
    },
  ): Promise<readonly (Analysed<L> | Failed)[]>;
} = freeze({
  async stations(filter: StationFilter = {}) {
    return (await ask('stations', filter)).map((facts) => new FleetStation(facts));
  },
  async latest(stations: Station | readonly Station[], kind?: string) {
    const ids = idsOf(stations, 'fleet.latest');
    const { once, spread } = each(ids);
    const answers = await ask('latest', { stations: once(ids), kind: kind ?? null });
    return withDevices(list(stations), spread(answers)) as readonly Newest[];
  },
  async read<G extends GroupId>(devices: Device | readonly Device[], group: G) {
    return ofDevices('read', devices, group);
  },
  async reported<G extends GroupId>(devices: Device | readonly Device[], group: G) {
    return ofDevices('reported', devices, group);
  },
  async history<K extends string, C extends string>(
    stations: Station | readonly Station[],
    kind: K,
    channels: C | readonly C[],
    // Types do not hold at run time: without a time the host refuses it.
    {
      from,
      to,
      statistic = 'mean',
    }: {
      readonly from: Moment | Date | string;
      readonly to?: Moment | Date | string;
      readonly statistic?: Statistic;
    } = {} as never,
  ) {
    const given = list(stations);
    const ids = idsOf(given, 'fleet.history');
    const { once } = each(ids);
    const wanted = [...new Set(list(channels))];
    const answers = await ask('history', {
      stations: once(ids),
      kind,
      channels: wanted,
      from: time(from),
      to: time(to ?? now()),
      statistic,
    });
    return besideStations(given, ids, answers) as unknown as readonly (Summary<K, C> | Failed)[];
  },
  async statistics<K extends string, S extends BinStatistic>(
    stations: Station | readonly Station[],
    kind: K,
    channel: string,
    {
      of,
      from,
      to,
      every,
    }: {
      readonly of: S | readonly S[];
      readonly from: Moment | Date | string;
      readonly to?: Moment | Date | string;
      readonly every?: number;
    } = {} as never,
  ) {
    const given = list(stations);
    const ids = idsOf(given, 'fleet.statistics');
    const { once } = each(ids);
    const answers = await ask('statistics', {
      ...{ stations: once(ids), kind, channel, of: [...new Set(list(of))], every: every ?? null },
      ...{ from: time(from), to: time(to ?? now()) },
    });
    return besideStations(given, ids, answers) as unknown as readonly (Binned<K, S> | Failed)[];
  },
  async analyse<L extends LensName>(
    stations: Station | readonly Station[],
    kind: string,
    channel: string,
    {
      lens,
      from,
      to,
      window = 24,
      temperature = 'temperature',
    }: {
      readonly lens: L;
      readonly from: Moment | Date | string;
      readonly to?: Moment | Date | string;
      readonly window?: number;
      readonly temperature?: string;
    } = {} as never,
  ) {
    const given = list(stations);
    const ids = idsOf(given, 'fleet.analyse');
    const { once } = each(ids);
    const answers = await ask('analyse', {
      ...{ stations: once(ids), kind, channel, lens, window, temperature },
      ...{ from: time(from), to: time(to ?? now()) },
    });
    return besideStations(given, ids, answers) as unknown as readonly (Analysed<L> | Failed)[];
  },
});
