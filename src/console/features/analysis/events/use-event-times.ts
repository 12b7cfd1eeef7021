import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { kindByCode } from '../../../../catalogue/index.ts';
import type { RowId } from '../../../../catalogue/model.ts';
import { alarmHistory } from '../../../../contract/alarms/alarms.ts';
import { stationOrders } from '../../../../contract/devices/orders.ts';
import type { ComparedWith } from '../../../../domain/lenses/events.ts';
import { hourlyRain, rainEvents } from '../../../../domain/lenses/rain-events.ts';
import { quickSpans, spanOf } from '../../../components/range/range.ts';
import { request } from '../../../state/connection/client.ts';
import { fetchRaw } from '../../../state/sites/raw-columns.ts';
import { gaugeOf } from '../rain/use-rain-lens.tsx';
import type { LensLook } from '../shown.ts';

/** Hours without rain that hold two rains apart, and the least sum of one that is looked at, mm. */
const dry = 6;
const leastRain = 5;
const newestOrders = 100;

/** Moments of the events of a kind over the range, ascending; of `hand` none: they stand in the address. */
export function useEventTimes(looked: LensLook, kind: ComparedWith, enabled: boolean) {
  const { detail, range, of } = looked;
  return useQuery({
    queryKey: ['analysis', 'event-times', detail.summary.id, kind, of],
    enabled: enabled && ['rain', 'blast', 'alarm', 'set'].includes(kind),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly number[]> => {
      const now = Date.now();
      const span = spanOf(range) ?? { from: now - quickSpans.week, to: now };
      const times = await readTimes(looked, kind, span, signal);
      return times.filter((at) => at >= span.from && at <= span.to).sort((a, b) => a - b);
    },
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

async function readTimes(
  looked: LensLook,
  kind: ComparedWith,
  { from, to }: Span,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { detail } = looked;
  const stationId = detail.summary.id;
  if (kind === 'rain') return rains(gaugeOf(detail), { from, to }, signal);
  if (kind === 'blast') {
    const source = detail.sensors.find((sensor) => kindByCode(sensor.kind)?.rows.includes('blast'));
    if (source === undefined) return [];
    const of = { sourceId: source.id, row: 'blast' as RowId, channels: ['ppv'] };
    return [...((await fetchRaw(of, { from, to: to + 1 }, signal))?.t ?? [])];
  }
  if (kind === 'alarm') {
    const query = {
      from: Math.floor(from),
      to: Math.ceil(to),
      stationId,
      finding: 'true' as const,
      limit: 500,
    };
    return (await request(alarmHistory, { query, signal })).alarms.map(({ raisedAt }) => raisedAt);
  }
  const { orders } = await request(stationOrders, {
    params: { stationId },
    query: { limit: newestOrders },
    signal,
  });
  return orders.flatMap(({ content, endedAt, answeredAt }) =>
    content.type === 'set' && answeredAt !== null && endedAt !== null ? [answeredAt] : [],
  );
}

/** Beginnings of rains. */
async function rains(
  gauge: number | null,
  { from, to }: Span,
  signal: AbortSignal,
): Promise<readonly number[]> {
  if (gauge === null) return [];
  const channels = ['amount', 'interval', 'dataType'] as const;
  const raw = await fetchRaw({ sourceId: gauge, row: 'rain', channels }, { from, to: to + 1 }, signal);
  if (raw === null) return [];
  const at = (name: (typeof channels)[number], i: number) => {
    const value = raw.values[name]?.[i];
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  const rows = Array.from(raw.t, (t, i) => ({
    t,
    amount: at('amount', i),
    interval: at('interval', i),
    dataType: at('dataType', i),
  }));
  return rainEvents(hourlyRain(rows, from, to), dry)
    .filter(({ sum }) => sum >= leastRain)
    .map((spell) => spell.from);
}
