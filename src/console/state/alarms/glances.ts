/** What rows of the board show besides their alarms: fetched for those in sight alone, all in one call. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as contract from '../../../contract/alarms/glances.ts';
import { request } from '../connection/client.ts';

export type { AlarmGlance } from '../../../contract/alarms/glances.ts';

type AlarmGlance = contract.AlarmGlance;

/** What is in sight is asked for so long after it moved, ms: not while somebody scrolls, nor at each change of a flood. */
const settles = 300;
/** Readings and steps go on: asked for anew so often, ms. */
const often = 60_000;

/** The newest of what a changing value has been, at most each `ms`. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  const newest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  newest.current = value;
  useEffect(() => {
    if (value === settled) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setSettled(newest.current);
    }, ms);
  }, [value, settled, ms]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return settled;
}

/** Glances by alarm: of those in sight, and as they were last of others that have been. Anew when one of them changes. */
export function useGlances(
  inSight: readonly { readonly id: number; readonly revision: number }[],
): ReadonlyMap<number, AlarmGlance> {
  const asked = useSettled(
    inSight
      .slice(0, contract.mostGlances)
      .map(({ id, revision }) => `${id}.${revision}`)
      .sort()
      .join(),
    settles,
  );
  const known = useRef<ReadonlyMap<number, AlarmGlance>>(new Map());
  const { data } = useQuery({
    queryKey: ['alarms', 'glances', asked],
    queryFn: async ({ signal }) => {
      const alarmIds = asked.split(',').map((one) => Number.parseInt(one, 10));
      const { glances } = await request(contract.alarmGlances, { body: { alarmIds }, signal });
      known.current = new Map([...known.current, ...glances.map((one) => [one.alarmId, one] as const)]);
      return known.current;
    },
    enabled: asked !== '',
    refetchInterval: often,
    staleTime: often,
    placeholderData: (before) => before,
  });
  return data ?? known.current;
}
