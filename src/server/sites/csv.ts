import { parse } from 'csv-parse/sync';
import { csvCell, csvFile } from '../../base/csv.ts';
import { Refusal } from '../../base/errors.ts';
import { type ImportRow, type SiteStation, siteKinds } from '../../contract/sites.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Db } from './edit/editor.ts';
import { stationRow } from './edit/stations.ts';
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

/** Takes off again what `neutralText` put before a text. */
const plain = (text: string) => (/^'[=+\-@\t\r']/.test(text) ? text.slice(1) : text);

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

/** Reads the file's lines by its header. @throws Refusal 422 for what is no such file */
function linesOf(text: string): readonly Line[] {
  let rows: { info: { lines: number }; record: string[] }[];
  try {
    rows = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, info: true }) as never;
  } catch (error) {
    const problem = error instanceof Error ? error.message : '';
    throw new Refusal(422, 'sites.csvBroken', { problem }, 'text');
  }
  const header = rows[0]?.record.map((name) => name.trim()) ?? [];
  for (const name of columns)
    if (name !== 'sn' && name !== 'nameReading' && !header.includes(name))
      throw new Refusal(422, 'sites.csvColumn', { column: name }, 'text');
  return rows.slice(1).map(({ info, record }) => {
    const of = (name: Column) => plain((record[header.indexOf(name)] ?? '').trim());
    const cells = Object.fromEntries(columns.map((name) => [name, of(name)])) as Record<Column, string>;
    return { line: info.lines, cells };
  });
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

/**
 * Takes stations from CSV: project and code say which station, a new one is added. Bad rows are told and change
 * nothing. Runs inside the transaction of `db`; with `dryRun` nothing is written.
 * @throws Refusal 422 for what is no such file
 */
export async function importCsv(
  db: Db,
  viewer: Viewer,
  text: string,
  dryRun: boolean,
  now: number,
): Promise<readonly ImportRow[]> {
  const { projects, stations } = await readTree(db, viewer, now);
  const projectOf = new Map(projects.map((project) => [project.code, project.id]));
  const known = new Map(stations.map((station) => [`${station.projectId}\n${station.code}`, station]));
  const seen = new Set<string>();
  const report: ImportRow[] = [];
  for (const { line, cells } of linesOf(text)) {
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
      const station = known.get(key);
      const columnsOf = await stationRow(db, { viewer }, body, station?.id ?? 0);
      seen.add(key);
      const same =
        station !== undefined &&
        Object.entries(body).every(([name, value]) => station[name as keyof typeof body] === value);
      if (!same && !dryRun) {
        if (station === undefined) await db.insertInto('stations').values(columnsOf).execute();
        else await db.updateTable('stations').set(columnsOf).where('id', '=', station.id).execute();
      }
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
  return report;
}
