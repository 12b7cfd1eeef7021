import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { csvCell, csvFile, plainText } from '../../base/csv.ts';
import { Refusal } from '../../base/errors.ts';
import { type ImportRow, type SiteStation, siteKinds } from '../../contract/sites/sites.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Db } from './edit/editor.ts';
import { checkZone } from './edit/rules.ts';
import { columnsOfStation } from './edit/stations.ts';
import { readTree } from './edit/tree.ts';

const columns = [
  'project',
  'code',
  'name',
  'nameReading',
  'site',
  'latitude',
  'longitude',
  'timeZone',
  'sn',
] as const;
type Column = (typeof columns)[number];

/** Stations in use that a viewer sees, a line each, with a BOM for spreadsheets. */
export async function stationsCsv(db: Db, viewer: Viewer, now: number): Promise<string> {
  const { projects, stations } = await readTree(db, viewer, now);
  const codeOf = new Map(projects.map((project) => [project.id, project.code]));
  const lines = stations
    .filter((station) => station.retiredAt === null)
    .map((station) =>
      [
        codeOf.get(station.projectId) ?? '',
        station.code,
        station.name,
        station.nameReading ?? '',
        station.site,
        station.latitude,
        station.longitude,
        station.timeZone,
        station.rtu?.sn ?? '',
      ]
        .map(csvCell)
        .join(','),
    );
  return csvFile([columns.join(','), ...lines]);
}

interface Line {
  readonly line: number;
  readonly cells: Readonly<Record<Column, string>>;
}

/** Characters that are parsed, and rows that are checked, before others are answered. */
const charactersAtOnce = 16_384;
const rowsAtOnce = 200;

/** The text piece by piece; others are answered between two. */
async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += charactersAtOnce) {
    yield text.slice(from, from + charactersAtOnce);
    await turn();
  }
}

/** Reads the file's lines by its header. @throws Refusal 422 for what is no such file */
async function linesOf(text: string): Promise<readonly Line[]> {
  const lines: Line[] = [];
  let header: readonly string[] | null = null;
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true, info: true };
  const rows = Readable.from(piecesOf(text)).pipe(parse(options));
  try {
    for await (const { info, record } of rows as AsyncIterable<{
      info: { lines: number };
      record: string[];
    }>) {
      if (header === null) {
        header = record.map((name) => name.trim());
        continue;
      }
      const at = header;
      const of = (name: Column) => plainText((record[at.indexOf(name)] ?? '').trim());
      const cells = Object.fromEntries(columns.map((name) => [name, of(name)])) as Record<Column, string>;
      lines.push({ line: info.lines, cells });
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : '';
    throw new Refusal(422, 'sites.csvBroken', { problem }, 'text');
  }
  for (const name of columns)
    if (name !== 'sn' && name !== 'nameReading' && !header?.includes(name))
      throw new Refusal(422, 'sites.csvColumn', { column: name }, 'text');
  return lines;
}

function numberIn(text: string, field: 'latitude' | 'longitude', limit: number): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new Refusal(422, 'form.number', {}, field);
  if (Math.abs(value) > limit) throw new Refusal(422, 'bound.between', { low: -limit, high: limit }, field);
  return value;
}

function textIn(text: string, field: Column, most: number): string {
  if (text === '') throw new Refusal(422, 'bound.required', {}, field);
  if (text.length > most) throw new Refusal(422, 'bound.maxLength', { limit: most }, field);
  return text;
}

type StationRow = ReturnType<typeof columnsOfStation>;

/** Writes rows of new stations, many at once. */
async function insertStations(db: Db, rows: readonly StationRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto('stations')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
    await turn();
  }
}

/**
 * Takes stations from CSV: project and code say which station, a new one is added. Invalid rows are reported and
 * change nothing. What is known is read once and held against the rows in memory, some rows at a time, so that
 * devices and others are served meanwhile. With `dryRun` nothing is written and `db` may be read-only; else it is a
 * transaction's.
 * @throws Refusal 422 for what is no such file
 */
export async function importCsv(
  db: Db,
  viewer: Viewer,
  text: string,
  dryRun: boolean,
  now: number,
): Promise<readonly ImportRow[]> {
  const lines = await linesOf(text);
  const { projects, stations } = await readTree(db, viewer, now);
  const projectOf = new Map(projects.map((project) => [project.code, project.id]));
  const known = new Map(stations.map((station) => [`${station.projectId}\n${station.code}`, station]));
  const zones = new Set<string>();
  const seen = new Set<string>();
  const report: ImportRow[] = [];
  const added: StationRow[] = [];
  for (const [index, { line, cells }] of lines.entries()) {
    if (index % rowsAtOnce === 0) await turn();
    const row = { line, code: cells.code, field: null, messageId: null, params: {} };
    try {
      const projectId = projectOf.get(cells.project);
      if (projectId === undefined)
        throw new Refusal(422, 'sites.noProject', { code: cells.project }, 'project');
      const key = `${projectId}\n${cells.code}`;
      if (seen.has(key)) throw new Refusal(422, 'sites.twice', { code: cells.code }, 'code');
      const site = siteKinds.find((kind) => kind === cells.site);
      if (site === undefined) throw new Refusal(422, 'sites.oneOf', { values: siteKinds.join(', ') }, 'site');
      const body = {
        projectId,
        code: textIn(cells.code, 'code', 40),
        name: textIn(cells.name, 'name', 80),
        nameReading: cells.nameReading === '' ? null : cells.nameReading.slice(0, 160),
        site: site as SiteStation['site'],
        latitude: numberIn(cells.latitude, 'latitude', 90),
        longitude: numberIn(cells.longitude, 'longitude', 180),
        timeZone: textIn(cells.timeZone, 'timeZone', 64),
      };
      // A zone's rules are slow to look up, and a file has few zones.
      if (!zones.has(body.timeZone)) {
        checkZone(body.timeZone);
        zones.add(body.timeZone);
      }
      const station = known.get(key);
      const columnsOf = columnsOfStation(body);
      seen.add(key);
      const same =
        station !== undefined &&
        Object.entries(body).every(([name, value]) => station[name as keyof typeof body] === value);
      if (station === undefined) added.push(columnsOf);
      else if (!same && !dryRun)
        await db.updateTable('stations').set(columnsOf).where('id', '=', station.id).execute();
      report.push({ ...row, result: same ? 'same' : station === undefined ? 'added' : 'changed' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const params = Object.fromEntries(
        Object.entries(error.params).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? String(value) : value,
        ]),
      );
      report.push({
        ...row,
        result: 'bad',
        field: error.field ?? null,
        messageId: error.messageId,
        params,
      });
    }
  }
  if (!dryRun) await insertStations(db, added);
  return report;
}
