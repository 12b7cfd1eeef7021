/** What a channel can be: columns that hold something else are not the channel's. */
import type { Channel, RowId } from '../../catalogue/model.ts';

/**
 * Widest values by unit (*assumed*; temperatures from a cold night to a kiln, voltages of batteries, panels and bridges).
 * They are wide on purpose: they distinguish a record number or a date from a measurement, not a good sensor from a
 * bad one.
 */
const byUnit: Readonly<Record<string, readonly [number, number]>> = {
  '°': [-360, 360],
  '°C': [-120, 300],
  '%': [-50, 150],
  V: [-100, 1000],
  Hz: [0, 1e9],
  MHz: [0, 1e4],
  dBm: [-200, 60],
  s: [0, 1e9],
  ms: [0, 1e9],
  min: [0, 1e8],
  h: [0, 1e7],
  m: [-12_000, 12_000],
  mm: [-1e6, 1e6],
};
/** The most that has fallen anywhere in twelve hours is 1,144 mm (WMO). */
const byChannel: Readonly<Record<string, readonly [number, number]>> = { 'rain/amount': [0, 1200] };

/** Least and most of a channel; null where anything can be. */
export function plausibleRange(row: RowId, channel: Channel): readonly [number, number] | null {
  if (channel.type !== 'number') return null;
  return byChannel[`${row}/${channel.id}`] ?? byUnit[channel.unit ?? ''] ?? null;
}
