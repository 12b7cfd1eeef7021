import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { enumValues, kindByCode } from '../../../../catalogue/index.ts';
import type { SensorDetail, StationDetail } from '../../../../contract/sites/stations.ts';
import type { ProfileNode } from '../../../../domain/lenses/profile.ts';
import { type FixedEnd, fixedEnd } from '../../../../domain/readings/profile.ts';
import { spanOf } from '../../../components/range/range.ts';
import { fetchRaw, type RawColumns } from '../../../state/sites/raw-columns.ts';
import type { LensLook } from '../shown.ts';

const channels = ['incrementalA', 'incrementalB', 'cumulativeA', 'cumulativeB'] as const;
const newestCount = 200;
/** Most values of nodes at moments that are fetched and drawn. */
const mostValues = 200_000;

/** The strings of nodes of a station. */
export const stringsOf = ({ sensors }: StationDetail): readonly SensorDetail[] =>
  sensors.filter(({ kind }) => kindByCode(kind)?.rows.includes('profile') ?? false);

/** The string that the quantity is of, or else the first one; null = the station has none. */
export function stringOf({ detail, movement }: LensLook): SensorDetail | null {
  const all = stringsOf(detail);
  return all.find(({ id }) => id === movement.sourceId) ?? all[0] ?? null;
}

/** The end that a string's mount holds. */
export const mountedEnd = ({ mountMode }: SensorDetail): FixedEnd =>
  fixedEnd(enumValues.mountMode[mountMode] ?? 'zeroBelow');

/** Nodes of a string as they were read last: numbers and depths, from the top down. */
const nodesOf = (sensor: SensorDetail) =>
  sensor.latest
    .filter(({ row, element }) => row === 'profile' && element > 0)
    .sort((a, b) => a.element - b.element)
    .map(({ element, values }) => ({ element, depth: Number(values['depth'] ?? Number.NaN) }));

/** All readings of a string over the range, node by node; null where there are too many. */
export function useProfileNodes(sensor: SensorDetail | null, { movement, range }: LensLook) {
  return useQuery({
    queryKey: ['analysis', 'series', movement.key, range, 'profile', sensor?.id],
    enabled: sensor !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly ProfileNode[] | null> => {
      if (sensor === null) return null;
      const span = spanOf(range) ?? { latest: newestCount };
      const fetchNode = (element: number) =>
        fetchRaw({ sourceId: sensor.id, row: 'profile', element, channels }, span, signal);
      const [first, ...rest] = nodesOf(sensor);
      if (first === undefined) return [];
      const head = await fetchNode(first.element);
      if (head === null || head.t.length * (rest.length + 1) > mostValues) return null;
      const others = await Promise.all(rest.map(({ element }) => fetchNode(element)));
      const column = (raw: RawColumns, name: (typeof channels)[number]) =>
        raw.values[name] ?? new Float64Array(raw.t.length).fill(Number.NaN);
      return [head, ...others].flatMap((raw, i) => {
        const node = i === 0 ? first : rest[i - 1];
        return raw === null || node === undefined
          ? []
          : [
              {
                ...node,
                t: raw.t,
                incrementalA: column(raw, 'incrementalA'),
                incrementalB: column(raw, 'incrementalB'),
                cumulativeA: column(raw, 'cumulativeA'),
                cumulativeB: column(raw, 'cumulativeB'),
              },
            ];
      });
    },
  });
}
