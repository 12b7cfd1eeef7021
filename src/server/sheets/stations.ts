import { Refusal } from '../../base/errors.ts';
import { mostLabels, type SiteProject, type SiteStation, siteKinds } from '../../contract/sites/sites.ts';
import { setLabels } from '../dictionaries/chosen.ts';
import type { Db } from '../sites/edit/editor.ts';
import { refuseForeign } from '../sites/edit/foreign-values.ts';
import { firstRtu } from '../sites/edit/rtus.ts';
import { checkZone } from '../sites/edit/rules.ts';
import { columnsOfStation } from '../sites/edit/stations.ts';
import { readTree } from '../sites/edit/tree.ts';
import { type Cells, cellOf, fold, namedCell, neededCell, numberCell } from './cells.ts';
import { EntryCells } from './entries.ts';
import { RowFaults } from './row-faults.ts';
import type { Bringing, RowReader, SheetWay } from './way.ts';

interface NewStation {
  /** Of a station out of use that comes back; null = it is new. */
  readonly id: number | null;
  readonly columns: ReturnType<typeof columnsOfStation>;
  /** Serial number of its RTU; null = it gets none, or has it already. */
  readonly sn: string | null;
  /** Codes of its company's dictionary. */
  readonly labels: readonly string[];
  readonly companyId: number;
}

const [longestCode, longestName, longestReading, longestSn] = [40, 80, 160, 40];
const topicPart = /^[A-Za-z0-9._-]+$/;
const kinds = siteKinds.map((kind) => ({ value: kind, ids: [kind], message: `site.${kind}` as const }));

function textCell(cells: Cells, column: 'code' | 'name', most: number): string {
  const text = neededCell(cells, column);
  if (text.length > most) throw new Refusal(422, 'bound.maxLength', { limit: most }, column);
  return text;
}

function degreesCell(cells: Cells, column: 'latitude' | 'longitude', limit: number): number {
  const value = numberCell(cells, column);
  if (Math.abs(value) > limit) throw new Refusal(422, 'bound.between', { low: -limit, high: limit }, column);
  return value;
}

/** The RTU that a row gives its station. @throws Refusal 422 */
function snCell(cells: Cells, station: SiteStation | undefined, taken: Set<string>): string | null {
  const sn = cellOf(cells, 'sn');
  if (sn === '' || station?.rtu?.sn === sn) return null;
  if (sn.length > longestSn) throw new Refusal(422, 'bound.maxLength', { limit: longestSn }, 'sn');
  if (!topicPart.test(sn)) throw new Refusal(422, 'sheets.serial', { value: sn }, 'sn');
  if (station?.rtu != null) throw new Refusal(422, 'sites.hasRtu', { sn: station.rtu.sn }, 'sn');
  if (taken.has(sn)) throw new Refusal(422, 'sites.taken', { value: sn }, 'sn');
  taken.add(sn);
  return sn;
}

/** @throws Refusal 422 */
function projectCell(cells: Cells, projects: readonly SiteProject[]): SiteProject {
  const wanted = neededCell(cells, 'project');
  const [project, another] = projects.filter(({ code, name }) =>
    [code, name].some((one) => fold(one) === fold(wanted)),
  );
  if (project === undefined) throw new Refusal(422, 'sheets.unknown', { value: wanted }, 'project');
  if (another !== undefined) throw new Refusal(422, 'sheets.ambiguous', { value: wanted }, 'project');
  return project;
}

function readingCell(cells: Cells): string | null {
  const reading = cellOf(cells, 'nameReading');
  if (reading.length > longestReading)
    throw new Refusal(422, 'bound.maxLength', { limit: longestReading }, 'nameReading');
  return reading === '' ? null : reading;
}

async function begin(db: Db, { by, now }: Bringing): Promise<RowReader<NewStation>> {
  const { projects, stations } = await readTree(db, by.viewer, now);
  const known = new Map(stations.map((station) => [`${station.projectId}\n${station.code}`, station]));
  const serials = new Set(stations.flatMap(({ rtu }) => rtu?.sn ?? []));
  const entries = new EntryCells(db);
  const zones = new Set<string>();
  const seen = new Set<string>();
  return {
    name: ({ cells }) => cellOf(cells, 'code'),
    async read({ cells }) {
      const faults = new RowFaults();
      const project = faults.try(() => projectCell(cells, projects));
      const code = faults.try(() => textCell(cells, 'code', longestCode));
      const key = `${project?.id}\n${code}`;
      const station = known.get(key);
      faults.try(() => {
        if (code !== null && (seen.has(key) || station?.retiredAt === null))
          throw new Refusal(422, 'sites.taken', { value: code }, 'code');
      });
      const name = faults.try(() => textCell(cells, 'name', longestName));
      const nameReading = faults.try(() => readingCell(cells));
      const site = faults.try(() =>
        cellOf(cells, 'site') === '' ? 'other' : namedCell(cells, 'site', kinds),
      );
      const latitude = faults.try(() => degreesCell(cells, 'latitude', 90));
      const longitude = faults.try(() => degreesCell(cells, 'longitude', 180));
      const timeZone = faults.try(() => {
        const zone = cellOf(cells, 'timeZone') === '' ? project?.timeZone : cellOf(cells, 'timeZone');
        // A zone's rules are slow to look up, and a sheet has few zones.
        if (zone !== undefined && !zones.has(zone)) checkZone(zone);
        if (zone !== undefined) zones.add(zone);
        return zone ?? null;
      });
      const labels =
        project === null
          ? []
          : await faults.wait(() => entries.several(cells, 'labels', 'label', project.companyId));
      if (labels !== null && labels.length > mostLabels)
        faults.try(() => {
          throw new Refusal(422, 'bound.maxItems', { limit: mostLabels }, 'labels');
        });
      const sn = faults.try(() => snCell(cells, station, serials));
      faults.check();
      if (project === null || code === null || name === null || site === null) return null;
      if (latitude === null || longitude === null || timeZone === null || labels === null) return null;
      const place = { latitude, longitude, timeZone };
      const columns = columnsOfStation({ projectId: project.id, code, name, nameReading, site, ...place });
      seen.add(key);
      return { id: station?.id ?? null, columns, sn, labels, companyId: project.companyId };
    },
  };
}

/**
 * Stations of projects that are there. One that is out of use comes back with what its row says. An RTU has no credential
 * until it is given one at its station.
 */
export const stationSheet: SheetWay<NewStation> = {
  begin,
  async store(db, { by, now }, things) {
    const ids: number[] = [];
    // A refused value is noted in the same transaction: nothing may have been written before.
    for (const { sn } of things) {
      if (sn === null) continue;
      const found = await db.selectFrom('rtus').select('id').where('sn', '=', sn).executeTakeFirst();
      await refuseForeign(db, by, { field: 'sn', value: sn, found, isSeen: false }, now);
    }
    for (const { id: known, columns, sn, labels, companyId } of things) {
      const id = known ?? (await insert(db, columns));
      if (known !== null)
        await db
          .updateTable('stations')
          .set({ ...columns, retired_at: null })
          .where('id', '=', known)
          .execute();
      if (labels.length > 0) await setLabels(db, id, companyId, labels);
      if (sn !== null)
        await db
          .insertInto('rtus')
          .values({ ...firstRtu(id, sn), credential_hash: null })
          .execute();
      ids.push(id);
    }
    return { ids };
  },
  /** Stations are taken out of use: what was measured there stays, and another import brings them back. */
  async undo(db, _by, made, now) {
    if (made.length > 0)
      await db
        .updateTable('stations')
        .set({ retired_at: now })
        .where('id', 'in', made)
        .where('retired_at', 'is', null)
        .execute();
  },
};

async function insert(db: Db, columns: NewStation['columns']): Promise<number> {
  const { id } = await db.insertInto('stations').values(columns).returning('id').executeTakeFirstOrThrow();
  return Number(id);
}
