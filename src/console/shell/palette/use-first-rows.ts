import { useEffect, useMemo, useState } from 'react';
import type { Group } from './results.ts';

/** Rows that are in sight at once. */
const inSight = 12;
/** Nothing typed for this long, ms: then come the rows below. */
const rest = 100;

/** The groups with the rows that are in sight; with all of them once the typing pauses. */
export function useFirstRows(groups: readonly Group[]): readonly Group[] {
  const [whole, setWhole] = useState<readonly Group[] | null>(null);
  useEffect(() => {
    const timer = setTimeout(setWhole, rest, groups);
    return () => clearTimeout(timer);
  }, [groups]);
  const first = useMemo(() => {
    let room = inSight;
    return groups.flatMap((group) => {
      const rows = group.rows.slice(0, room);
      room -= rows.length;
      return rows.length === 0 ? [] : [{ ...group, rows }];
    });
  }, [groups]);
  return whole === groups ? groups : first;
}
