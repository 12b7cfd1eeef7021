/** Figures of strings of nodes, for all strings of a view at once. */
import { enumValues } from '../../catalogue/index.ts';
import type { ProfileFigure } from '../../derive/device-views/declared.ts';
import { changeSlack } from '../../domain/readings/change.ts';
import { deepestMoving, movingWindow, type Node, sumDifference } from '../../domain/readings/node-figures.ts';
import { fixedEnd } from '../../domain/readings/profile.ts';
import type { SensorPast } from '../alarms/rules/targets.ts';
import type { LatestReading, ReadingStore } from '../storage/storage.ts';
import type { ViewedDevice } from './devices.ts';

const axes = ['incrementalA', 'incrementalB'] as const;

function nodeOf({ element, t, values }: LatestReading): Node {
  const number = (name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value : null;
  };
  return {
    element,
    t,
    depth: number('depth'),
    incrementalA: number('incrementalA'),
    incrementalB: number('incrementalB'),
    cumulativeA: number('cumulativeA'),
    cumulativeB: number('cumulativeB'),
  };
}

/** By figure, in the order of the devices. @param rows newest rows of all elements of these devices */
export async function profileCells(
  devices: readonly ViewedDevice[],
  rows: readonly LatestReading[],
  datums: SensorPast['datums'],
  readings: ReadingStore,
): Promise<Readonly<Record<ProfileFigure, (number | null)[]>>> {
  const nodes = new Map<number, Node[]>(devices.map(({ source }) => [source, []]));
  for (const row of rows)
    if (row.row === 'profile' && row.element > 0) nodes.get(row.sourceId)?.push(nodeOf(row));
  for (const list of nodes.values()) list.sort((a, b) => a.element - b.element);
  const points = devices.flatMap(({ source, site }) =>
    (nodes.get(source) ?? []).flatMap(({ element, t }) => {
      const to = t - movingWindow;
      const datumAt = datums.get(source)?.findLast((one) => one <= t) ?? Number.NEGATIVE_INFINITY;
      const from = Math.max(to - changeSlack(site.rtu?.collection_cycle ?? 0), datumAt);
      return from > to ? [] : [{ sourceId: source, element, from, to }];
    }),
  );
  const [a = [], b = []] = await Promise.all(
    axes.map((channel) => readings.earlier({ row: 'profile', channel, spans: points })),
  );
  const earlier = new Map<
    number,
    Map<number, { incrementalA: number | null; incrementalB: number | null }>
  >();
  for (const [index, { sourceId, element }] of points.entries()) {
    const own = earlier.get(sourceId) ?? new Map();
    earlier.set(sourceId, own);
    own.set(element, { incrementalA: a[index] ?? null, incrementalB: b[index] ?? null });
  }
  const found = devices.map(({ source, sensor }) => {
    const own = nodes.get(source) ?? [];
    const moving = deepestMoving(own, earlier.get(source) ?? new Map());
    const mode = enumValues.mountMode[sensor?.mount_mode ?? 0] ?? 'zeroBelow';
    return { moving, checksum: sumDifference(own, fixedEnd(mode)) };
  });
  return {
    movingDepth: found.map(({ moving }) => moving?.depth ?? null),
    movingRate: found.map(({ moving }) => moving?.rate ?? null),
    checksum: found.map(({ checksum }) => checksum),
  };
}
