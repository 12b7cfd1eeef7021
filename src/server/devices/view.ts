/** A view as it travels: its devices and their cells, read together. */

import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { DataOf } from '../../contract/call.ts';
import { curvePoints, type deviceCurves, type ViewAnswer } from '../../contract/devices/views.ts';
import { curveOf } from '../../derive/device-views/views.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { AlarmEngine } from '../alarms/engine.ts';
import type { Board } from '../sites/board.ts';
import type { Storage } from '../storage/storage.ts';
import { devicesOf, viewOf } from './devices.ts';
import { limitsOfView } from './limits.ts';
import { profileCells } from './profile.ts';
import { cellsOf, digitsOf, newestKey, rounded, rowsOf } from './values.ts';

interface Sources {
  readonly storage: Storage;
  readonly board: Board;
  readonly alarmEngine: AlarmEngine;
  readonly now: () => number;
}

const numbersIn = (list: string) => [...new Set(list.split(',').map(Number))];

/** @throws Refusal 404 */
export async function readView(
  { storage, board, alarmEngine, now }: Sources,
  viewer: Viewer,
  viewId: string,
  stations: string | undefined,
): Promise<ViewAnswer> {
  const view = viewOf(viewId);
  const devices = devicesOf(board, viewer, view, stations === undefined ? null : numbersIn(stations));
  const { readings } = storage;
  const sources = devices.map(({ source }) => source);
  const rows = [];
  if (sources.length > 0)
    for (const row of rowsOf(view.columns, view.kinds)) rows.push(...(await readings.latest(row, sources)));
  const newest = new Map(rows.map((row) => [newestKey(row.sourceId, row.row, row.element), row]));
  const times = new Map<number, number>();
  for (const { sourceId, t } of rows) times.set(sourceId, Math.max(t, times.get(sourceId) ?? 0));
  const { datums } = alarmEngine.grounds.past;
  const hasProfile = view.columns.some(({ source }) => source.type === 'profile');
  const figures = hasProfile ? await profileCells(devices, rows, datums, readings) : null;
  const limits = hasPermission(viewer.permissions, 'alarm:event:view')
    ? limitsOfView(view.columns, devices, alarmEngine.instances.values())
    : [];
  const columns: ViewAnswer['columns'] = [];
  for (const [index, column] of view.columns.entries()) {
    const { source } = column;
    const cells =
      source.type === 'profile'
        ? (figures?.[source.figure] ?? [])
        : await cellsOf(column, { devices, newest, datums, readings });
    const digits = digitsOf(column);
    columns.push({
      id: column.id,
      values: cells.map((cell) => rounded(cell, digits)),
      limits: limits[index] ?? null,
    });
  }
  return {
    at: now(),
    devices: {
      station: devices.map(({ site }) => site.station.id),
      source: sources,
      kind: devices.map(({ sensor }) => sensor?.kind ?? -1),
      slot: devices.map(({ sensor }) => sensor?.slot ?? -1),
      name: devices.map(({ sensor }) => sensor?.name ?? null),
      mount: devices.map(({ sensor }) => sensor?.mount_mode ?? -1),
      t: sources.map((source) => times.get(source) ?? 0),
    },
    columns,
  };
}

const spans = { day: 86_400_000, week: 7 * 86_400_000 } as const;

/** @throws Refusal 404 */
export async function readCurves(
  { storage, board, now }: Sources,
  viewer: Viewer,
  viewId: string,
  query: { readonly sensors: string; readonly span: keyof typeof spans },
): Promise<DataOf<typeof deviceCurves>> {
  const devices = new Map(
    devicesOf(board, viewer, viewOf(viewId), null).map((device) => [device.source, device]),
  );
  // Stretches at fixed places: a curve moves by whole ones, and is the same however often it is asked for.
  const step = spans[query.span] / curvePoints;
  const to = (Math.floor(now() / step) + 1) * step;
  const from = to - spans[query.span];
  const one = async (source: number) => {
    const device = devices.get(source);
    if (device === undefined) throw new Refusal(404, 'api.notFound', { what: `device ${source}` });
    const values: (number | null)[] = Array.from({ length: curvePoints }, () => null);
    const curve = curveOf(device.sensor?.kind ?? null);
    if (curve === null) return { source, values };
    const { row, element, channel, digits, sums } = curve;
    const found = await storage.readings.history({
      sourceId: source,
      row,
      element,
      channels: [channel],
      from,
      to,
      bins: curvePoints * 2,
    });
    const [numbers] = found.channels;
    const list = numbers?.value ?? (sums ? numbers?.mean : numbers?.last) ?? [];
    found.t.forEach((t, index) => {
      const value = list[index];
      const at = Math.floor((t - from) / step);
      if (value === undefined || Number.isNaN(value) || at < 0 || at >= curvePoints) return;
      const before = sums ? (values[at] ?? 0) : 0;
      values[at] = Number((before + value).toFixed(digits + 1));
    });
    return { source, values };
  };
  return { from, to, curves: await Promise.all(numbersIn(query.sensors).map(one)) };
}
