/** Little curves of stations: asked for of those in sight alone, all of a moment in one call; the live stream keeps them up. */
import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { mostSparks, stationSparks } from '../../../contract/sites/station-columns.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { request } from '../connection/client.ts';

type Spark = StationSummary['spark'];

const none: ReadonlyMap<number, Spark> = new Map();
const sparks = proxy<{ byStation: ReadonlyMap<number, Spark> }>({ byStation: ref(none) });

/** What is in sight is asked for so long after it came, ms: rows that somebody scrolls past are not. */
const settles = 120;
/** One that could not be had is asked for again after so long, ms. */
const again = 10_000;
/** Rows and popovers that show each. */
const wanted = new Map<number, number>();
const asked = new Set<number>();
let timer: ReturnType<typeof setTimeout> | undefined;

function keep(fresh: readonly (readonly [number, Spark])[]): void {
  if (fresh.length > 0) sparks.byStation = ref(new Map([...sparks.byStation, ...fresh]));
}

async function ask(): Promise<void> {
  timer = undefined;
  const stationIds = [...wanted.keys()].filter((id) => !asked.has(id)).slice(0, mostSparks);
  if (stationIds.length === 0) return;
  for (const id of stationIds) asked.add(id);
  try {
    const answer = await request(stationSparks, { body: { stationIds } });
    keep(answer.sparks.map(({ stationId, spark }) => [stationId, spark] as const));
  } catch {
    // Decoration beside a number that is there: nobody is bothered with it.
    setTimeout(() => {
      for (const id of stationIds) asked.delete(id);
      askSoon();
    }, again);
  }
  askSoon();
}

function askSoon(): void {
  if (timer === undefined && [...wanted.keys()].some((id) => !asked.has(id)))
    timer = setTimeout(() => void ask(), settles);
}

/** Little curves by station: of those in sight, and as they were last of others that have been. */
export function useSparks(inSight: readonly { readonly id: number }[]): ReadonlyMap<number, Spark> {
  const { byStation } = useSnapshot(sparks);
  useEffect(() => {
    for (const { id } of inSight) wanted.set(id, (wanted.get(id) ?? 0) + 1);
    askSoon();
    return () => {
      for (const { id } of inSight) {
        const left = (wanted.get(id) ?? 0) - 1;
        if (left > 0) wanted.set(id, left);
        else wanted.delete(id);
      }
    };
  }, [inSight]);
  return byStation as ReadonlyMap<number, Spark>;
}

/** Takes in what the stream says of stations: a curve that the server has not read any more is asked for anew. */
export function moveSparks(stations: readonly Pick<StationSummary, 'id' | 'spark'>[]): void {
  const own = stations.filter(({ id }) => asked.has(id));
  keep(own.flatMap(({ id, spark }) => (spark.length === 0 ? [] : [[id, spark] as const])));
  // Of what is on its way the server knew nothing when it sent this.
  for (const { id, spark } of own) if (spark.length === 0 && sparks.byStation.has(id)) asked.delete(id);
  askSoon();
}

/** Forgets all of them, for the next user and after the stream has missed something. */
export function forgetSparks(): void {
  sparks.byStation = ref(none);
  asked.clear();
  askSoon();
}
