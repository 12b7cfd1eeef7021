import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { stationsView } from '../../state/sites/stations.ts';

/** How long after the pointer moved or pressed over the list its rows keep their places, ms. */
const hold = 2000;

/** The order of a list at a moment. */
interface Order {
  readonly sort: typeof stationsView.sort;
  /** Station → its place. */
  readonly places: ReadonlyMap<number, number>;
}

const orderOf = (shown: Pick<Order, 'sort'> & { readonly stations: readonly StationSummary[] }): Order => ({
  sort: shown.sort,
  places: new Map(shown.stations.map(({ id }, place) => [id, place])),
});

/**
 * Stations in the order in which they stood when the pointer began to move over the list: alarms that come meanwhile move
 * no other row under it. Two seconds after its last move, or once it has left, the list is in its own order again.
 * Stations that come new stand last until then; another choice of the order counts at once.
 */
export function useHeldOrder(
  stations: readonly StationSummary[],
  list: RefObject<HTMLElement | null>,
): readonly StationSummary[] {
  const { sort } = useSnapshot(stationsView);
  const [held, setHeld] = useState<Order | null>(null);
  const shown = useRef({ sort, stations });
  useEffect(() => {
    shown.current = { sort, stations };
  }, [sort, stations]);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      clearTimeout(timer);
      setHeld(null);
    };
    const keep = () => {
      clearTimeout(timer);
      timer = setTimeout(release, hold);
      setHeld((now) => now ?? orderOf(shown.current));
    };
    element.addEventListener('pointermove', keep);
    element.addEventListener('pointerdown', keep);
    element.addEventListener('pointerleave', release);
    return () => {
      release();
      element.removeEventListener('pointermove', keep);
      element.removeEventListener('pointerdown', keep);
      element.removeEventListener('pointerleave', release);
    };
  }, [list]);
  return useMemo(() => {
    if (held === null || held.sort !== sort) return stations;
    const place = ({ id }: StationSummary) => held.places.get(id) ?? held.places.size;
    return stations.toSorted((a, b) => place(a) - place(b));
  }, [stations, held, sort]);
}
