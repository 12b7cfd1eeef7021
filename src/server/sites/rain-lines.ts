/** Own lines of intensity and duration, of a station or of a project. */
import { Refusal } from '../../base/errors.ts';
import type { OwnRainLine } from '../../contract/sites/rain-lines.ts';
import type { RainLine } from '../../domain/lenses/rain-events.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { ownStation } from './edit/scope.ts';
import type { CompanyScope } from './visible.ts';

interface KeptLine {
  readonly line: OwnRainLine;
  readonly accountName: string;
  readonly at: number;
}
export interface KeptLines {
  readonly station: KeptLine | null;
  readonly project: KeptLine | null;
}

/** As events are held against it. */
export const lineOfOwn = ({ factor, exponent, shortest, longest, gap }: OwnRainLine): RainLine => ({
  ...{ a: factor, b: exponent, from: shortest, to: longest, gap, source: '' },
});

/** The lines that stand for a station that may be seen. @throws Refusal 404 */
export async function readRainLines(db: Db, scope: CompanyScope, stationId: number): Promise<KeptLines> {
  const { project_id: projectId } = await ownStation(db, scope, stationId);
  const rows = await db.selectFrom('rain_lines').selectAll().where('project_id', '=', projectId).execute();
  const of = (wanted: number | null): KeptLine | null => {
    const row = rows.find(({ station_id }) => station_id === wanted);
    if (row === undefined) return null;
    const { factor, exponent, shortest, longest, gap } = row;
    return { line: { factor, exponent, shortest, longest, gap }, accountName: row.account_name, at: row.at };
  };
  return { station: of(stationId), project: of(null) };
}

/** Sets a line, or takes it away. @throws Refusal 404, 422 */
export function setRainLine(
  { storage, now }: { readonly storage: Storage; readonly now: () => number },
  by: By,
  stationId: number,
  { scope, ownLine }: { readonly scope: 'station' | 'project'; readonly ownLine: OwnRainLine | null },
): Promise<object> {
  return storage.write(async (db) => {
    const station = await ownStation(db, by.viewer, stationId);
    if (ownLine !== null && ownLine.longest <= ownLine.shortest)
      throw new Refusal(422, 'rainLine.order', {}, 'ownLine');
    const wanted = scope === 'station' ? stationId : null;
    const at = now();
    const before = await db
      .deleteFrom('rain_lines')
      .where('project_id', '=', station.project_id)
      .where('station_id', wanted === null ? 'is' : '=', wanted)
      .returningAll()
      .execute();
    for (const { id: _, account_name: __, ...line } of before)
      await db
        .insertInto('rain_line_past')
        .values({ ...line, until: at })
        .execute();
    const { accountName } = by.viewer;
    if (ownLine !== null)
      await db
        .insertInto('rain_lines')
        .values({
          ...{ project_id: station.project_id, station_id: wanted, account_name: accountName, at },
          ...ownLine,
        })
        .execute();
    await noteChange(db, 'rainLines', station.project_id);
    const subject = scope === 'station' ? `station:${stationId}` : `project:${station.project_id}`;
    const detail = ownLine === null ? '–' : `I = ${ownLine.factor} D^${ownLine.exponent}`;
    await auditBy(db, by, { at, action: 'sites.rainLine', subject, detail });
    return {};
  });
}
