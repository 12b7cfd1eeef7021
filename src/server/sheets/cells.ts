/** Cells of a sheet as what they mean: stations, numbers, moments, words of any language. Each refuses by its column. */

import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import { languages, type MessageId } from '../../base/messages.ts';
import { wallToUtc } from '../../base/time.ts';
import type { SheetColumn } from '../../contract/sheets.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { visibleStations } from '../sites/visible.ts';
import type { Db } from '../storage/schema.ts';
import { words } from '../words.ts';

export type Cells = Readonly<Record<string, string>>;

export const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
export const cellOf = (cells: Cells, column: SheetColumn): string =>
  (cells[column] ?? '').normalize('NFKC').trim();

/** @throws Refusal 422 for an empty cell */
export function neededCell(cells: Cells, column: SheetColumn): string {
  const text = cellOf(cells, column);
  if (text === '') throw new Refusal(422, 'bound.required', {}, column);
  return text;
}

/** @throws Refusal 422 for what is no number */
export function numberCell(cells: Cells, column: SheetColumn): number {
  const text = neededCell(cells, column);
  const value = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new Refusal(422, 'form.number', {}, column);
  return value;
}

/** @throws Refusal 422 for what is no whole number within the bounds */
export function wholeCell(cells: Cells, column: SheetColumn, low: number, high: number): number {
  const value = numberCell(cells, column);
  if (!Number.isInteger(value) || value < low || value > high)
    throw new Refusal(422, 'bound.between', { low, high }, column);
  return value;
}

/** What is called so: by its id, its code, or its words in one of the languages. */
export interface CellMeaning<T> {
  readonly value: T;
  readonly ids: readonly (string | number)[];
  readonly message: MessageId;
}

/** @throws Refusal 422 for what nothing is called, or several things are */
export function namedCell<T>(cells: Cells, column: SheetColumn, all: readonly CellMeaning<T>[]): T {
  const wanted = fold(neededCell(cells, column));
  const found = all.filter(
    ({ ids, message }) =>
      ids.some((id) => fold(String(id)) === wanted) ||
      languages.some((language) => fold(words(language)(message)) === wanted),
  );
  const [one, another] = found;
  if (one === undefined) throw new Refusal(422, 'sheets.unknown', { value: cellOf(cells, column) }, column);
  if (another !== undefined)
    throw new Refusal(422, 'sheets.ambiguous', { value: cellOf(cells, column) }, column);
  return one.value;
}

/** Days between the epoch of sheets and ours; a date of a sheet lies between 1927 and 2119. */
const [epoch, firstDay, lastDay] = [25_569, 10_000, 80_000];

/**
 * A moment, UTC ms: ISO with its offset, or a date with or without a time, or the number by which spreadsheets keep one,
 * by the clocks of the zone. @throws Refusal 422
 */
export function momentCell(cells: Cells, column: SheetColumn, zone: string): number {
  const text = neededCell(cells, column);
  const serial = /^\d{5}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (serial >= firstDay && serial <= lastDay)
    return wallToUtc(zone, Math.round((serial - epoch) * 86_400) * 1000);
  const form =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
  const [, year, month, day, hour = '0', minute = '0', second = '0', offset] = form.exec(text) ?? [];
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  const wall = Date.UTC(y, mo - 1, d, h, mi, s);
  const back = new Date(wall);
  const isReal = back.getUTCMonth() === mo - 1 && back.getUTCDate() === d && h < 24 && mi < 60 && s < 60;
  if (parts.some(Number.isNaN) || !isReal) throw new Refusal(422, 'sheets.moment', { value: text }, column);
  if (offset === undefined) return wallToUtc(zone, wall);
  if (/^z$/i.test(offset)) return wall;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  return wall - (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

export interface SheetStation {
  readonly id: number;
  readonly code: string;
  readonly projectCode: string;
  readonly timeZone: string;
  readonly companyId: number;
  readonly rtuId: number | null;
}

/** Sensors of the stations that the viewer sees. */
export const visibleSensors = (db: Db, viewer: Viewer) =>
  visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id');

/** Stations in use that the viewer sees, looked up once for all rows. */
export class StationCells {
  readonly #byCode: ReadonlyMap<string, readonly SheetStation[]>;

  private constructor(stations: readonly SheetStation[]) {
    this.#byCode = groupBy(stations, ({ code }) => fold(code));
  }

  static async read(db: Db, viewer: Viewer): Promise<StationCells> {
    const rows = await visibleStations(db, viewer)
      .leftJoin('rtus', 'rtus.station_id', 'stations.id')
      .select([
        'stations.id',
        'stations.code',
        'stations.time_zone',
        'projects.code as project',
        'rtus.id as rtu',
      ])
      .select('projects.company_id as company')
      .where('stations.retired_at', 'is', null)
      .execute();
    return new StationCells(
      rows.map(({ id, code, time_zone: timeZone, project, company, rtu }) => ({
        ...{ id, code, timeZone, projectCode: project, companyId: company, rtuId: rtu },
      })),
    );
  }

  /** A row's station. @throws Refusal 422 for none, or several in different projects */
  find(cells: Cells): SheetStation {
    const code = neededCell(cells, 'station');
    const project = fold(cellOf(cells, 'project'));
    const named = this.#byCode.get(fold(code)) ?? [];
    const found = named.filter(({ projectCode }) => project === '' || fold(projectCode) === project);
    const [one, another] = found;
    if (one === undefined) {
      const column = named.length > 0 ? 'project' : 'station';
      throw new Refusal(422, 'sheets.unknown', { value: cellOf(cells, column) }, column);
    }
    if (another !== undefined) throw new Refusal(422, 'sheets.severalStations', { value: code }, 'project');
    return one;
  }

  /** A row's station that has an RTU. @throws Refusal 422 */
  of(cells: Cells): SheetStation & { readonly rtuId: number } {
    const one = this.find(cells);
    const { rtuId } = one;
    if (rtuId === null)
      throw new Refusal(422, 'sheets.noRtu', { value: neededCell(cells, 'station') }, 'station');
    return { ...one, rtuId };
  }
}
