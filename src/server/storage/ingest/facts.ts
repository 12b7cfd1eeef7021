/** What the writer must know of sources besides their readings. */
import type { RowId } from '../../../catalogue/model.ts';
import type { DatumChange, DerivedFacts } from '../../../domain/derived/index.ts';
import { type Executor, idIn, toNumber, toText } from '../executor.ts';
import { plainCalendar } from '../rollup/calendar.ts';

export interface SourceFacts extends DerivedFacts {
  /** Readings before this moment were pruned; −∞ when none was. */
  readonly floor: number;
  /** Derived channels read it. */
  readonly isInput: boolean;
}

/** Of a source that belongs to nobody (any more). The cycle is the default (src/catalogue/README.md#contacts). */
const orphan = { ...plainCalendar, collectionCycle: 600, azimuth: 0, datums: [] };

const chain = 'JOIN stations s ON s.id = r.station_id JOIN projects p ON p.id = s.project_id';

async function sensorFacts(exec: Executor, ids: string): Promise<Map<number, DerivedFacts>> {
  const datums = new Map<number, DatumChange[]>();
  const sensor = idIn(exec.dialect, 'sensor_id');
  for (const [id, t, before] of await exec.all(
    `SELECT sensor_id, t, azimuth_before FROM datums WHERE ${sensor} ORDER BY sensor_id, t`,
    [ids],
  )) {
    const list = datums.get(toNumber(id)) ?? [];
    datums.set(toNumber(id), list);
    list.push({ t: toNumber(t), azimuthBefore: before === null ? null : toNumber(before) });
  }
  const rows = await exec.all(
    `SELECT n.id, p.time_zone, p.day_boundary, r.collection_cycle, n.mount_azimuth
     FROM sensors n JOIN rtus r ON r.id = n.rtu_id ${chain} WHERE ${idIn(exec.dialect, 'n.id')}`,
    [ids],
  );
  return new Map(
    rows.map(([id, timeZone, boundary, cycle, azimuth]) => [
      toNumber(id),
      {
        timeZone: toText(timeZone),
        boundary: toNumber(boundary),
        collectionCycle: toNumber(cycle),
        azimuth: toNumber(azimuth),
        datums: datums.get(toNumber(id)) ?? [],
      },
    ]),
  );
}

async function rtuFacts(exec: Executor, ids: string): Promise<Map<number, DerivedFacts>> {
  const rows = await exec.all(
    `SELECT r.id, p.time_zone, p.day_boundary, r.collection_cycle FROM rtus r ${chain}
     WHERE ${idIn(exec.dialect, 'r.id')}`,
    [ids],
  );
  return new Map(
    rows.map(([id, timeZone, boundary, cycle]) => [
      toNumber(id),
      {
        ...orphan,
        timeZone: toText(timeZone),
        boundary: toNumber(boundary),
        collectionCycle: toNumber(cycle),
      },
    ]),
  );
}

/** Facts of every source asked for. */
export async function readFacts(
  exec: Executor,
  row: RowId,
  sourceIds: readonly number[],
): Promise<ReadonlyMap<number, SourceFacts>> {
  const ids = JSON.stringify(sourceIds);
  const found = row === 'status' ? await rtuFacts(exec, ids) : await sensorFacts(exec, ids);
  const floors = new Map<number, number>();
  for (const [id, t] of await exec.all(
    `SELECT source_id, t FROM reading_floors WHERE row_id = ? AND ${idIn(exec.dialect, 'source_id')}`,
    [row, ids],
  )) {
    floors.set(toNumber(id), toNumber(t));
  }
  const inputs = new Set(
    (
      await exec.all(
        `SELECT DISTINCT source_id FROM formula_inputs WHERE row_id = ? AND ${idIn(exec.dialect, 'source_id')}`,
        [row, ids],
      )
    ).map(([id]) => toNumber(id)),
  );
  return new Map(
    sourceIds.map((id) => [
      id,
      {
        ...(found.get(id) ?? orphan),
        floor: floors.get(id) ?? Number.NEGATIVE_INFINITY,
        isInput: inputs.has(id),
      },
    ]),
  );
}
