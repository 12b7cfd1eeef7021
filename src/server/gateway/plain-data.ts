/** DATA messages of nothing but numbers of one row, which nearly all are: read without an object for each metric. */
import type { Channel, RowId } from '../../catalogue/model.ts';
import { storedValue, unknownBits } from '../../derive/metric-values.ts';
import type { DataType } from '../../protocol/datatype.ts';
import { decodePayload, type MetricTaker, scanned, scanPayload } from '../../protocol/decode.ts';
import type { MetricTable } from '../../protocol/metric-table.ts';
import type { Metric, WireMetric } from '../../protocol/payload.ts';
import { resolve } from '../../protocol/value.ts';
import { NumbersReading } from '../storage/numbers-reading.ts';
import { type StoredRow, storedRow } from '../storage/tables.ts';
import type { EventOrigin } from './events.ts';
import { isGood, isPlausible, isReserved, type MetricMap } from './metric-rows.ts';

/** Where a declared metric goes. */
interface Place {
  readonly row: StoredRow;
  readonly column: number;
  readonly channel: Channel;
  readonly datatype: DataType;
}

const blanks = new Map<RowId, readonly number[]>();

/** Cells of a row, all missing. */
function blank({ id, columns }: StoredRow): number[] {
  let cells = blanks.get(id);
  if (cells === undefined) {
    cells = columns.map(() => Number.NaN);
    blanks.set(id, cells);
  }
  return cells.slice();
}

/** Reads the plain messages of one birth's table. */
export class PlainReader implements MetricTaker {
  readonly map: MetricMap;
  readonly #places: ReadonlyMap<string | number | bigint, Place>;
  #row: StoredRow | null = null;
  #cells: number[] = [];
  #t: number | null = null;
  #historical = false;
  /** Number of the message that was read last. */
  seq: number | null = null;

  constructor(map: MetricMap, table: MetricTable) {
    this.map = map;
    this.#places = table.places((name, datatype) => {
      const known = isReserved(name) ? undefined : map.channels.get(name);
      // The samples of a capture make it a reading.
      if (known === undefined || known.row === 'waveform') return null;
      const row = storedRow(known.row);
      const column = row.places.get(known.channel.id);
      return column === undefined ? null : { row, column, channel: known.channel, datatype };
    });
  }

  /** The reading that the message is; null where it is anything but numbers of one row and one time. */
  read(bytes: Uint8Array, sourceId: number, receivedAt: number): NumbersReading | null {
    this.#row = null;
    this.#historical = false;
    const isPlain = scanPayload(bytes, this);
    const row: StoredRow | null = this.#row;
    if (!isPlain || row === null) return null;
    this.seq = scanned.seq;
    const t = this.#t ?? scanned.timestamp ?? receivedAt;
    if (!isPlausible(t, receivedAt)) return null;
    return new NumbersReading(row, sourceId, t, receivedAt, this.#historical, this.#cells);
  }

  /** Takes a number in; false for a metric that is none of the row, or needs more than to be stored. */
  take(metric: WireMetric): boolean {
    const { name, alias, timestamp } = metric;
    const place = this.#places.get(name ? name : (alias ?? ''));
    if (place === undefined || metric.isTransient || !isGood(metric.quality)) return false;
    const { row, channel, datatype } = place;
    if (this.#row === null) {
      this.#row = row;
      this.#t = timestamp;
      this.#cells = blank(row);
    } else if (this.#row !== row || this.#t !== timestamp) return false;
    if (metric.datatype !== null && metric.datatype !== datatype) return false;
    const value = resolve(metric, datatype);
    if (value === undefined || (typeof value === 'object' && value !== null)) return false;
    const stored = storedValue(channel, value);
    if (typeof stored !== 'number') return false;
    if (channel.type === 'flagSet' && unknownBits(channel.flags.length, stored) > 0) return false;
    this.#cells[place.column] = stored;
    this.#historical ||= metric.isHistorical;
    return true;
  }
}

/** The event of a plain message: its metrics are made for those who ask for them. */
export class PlainData implements EventOrigin {
  readonly onlyReadings = true;
  readonly rtuId: number;
  readonly stationId: number;
  readonly sn: string;
  readonly device: string | null;
  readonly at: number;
  readonly #bytes: Uint8Array;
  readonly #table: MetricTable;

  constructor({ rtuId, stationId, sn, device, at }: EventOrigin, bytes: Uint8Array, table: MetricTable) {
    this.rtuId = rtuId;
    this.stationId = stationId;
    this.sn = sn;
    this.device = device;
    this.at = at;
    this.#bytes = bytes;
    this.#table = table;
  }

  get metrics(): readonly Metric[] {
    return this.#table.data(decodePayload(this.#bytes), () => {});
  }
}
