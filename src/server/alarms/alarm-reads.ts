/** Alarms as people see them: what is open, what was, one with its timeline. Of the company's stations alone. */
import { Refusal } from '../../base/errors.ts';
import type { AlarmView, alarmHistory } from '../../contract/alarms/alarms.ts';
import { mostOpen } from '../../contract/alarms/alarms.ts';
import type { QueryOf } from '../../contract/call.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { entriesOf } from '../dictionaries/entries.ts';
import type { Board } from '../sites/board.ts';
import { type CompanyScope, sees } from '../sites/visible.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { uploadsOf } from '../uploads/refs.ts';
import { curveGroundsOf } from './curve-grounds.ts';
import { type AlarmRow, companyOfAlarm } from './row.ts';
import { returnOf, sameRuleOf } from './rules/past-of-rule.ts';
import { silentAmong, viewOfAlarm, viewOfEntry } from './view.ts';

const day = 86_400_000;
const historyShown = 100;

export class AlarmReads {
  constructor(
    readonly storage: Storage,
    readonly board: Board,
    readonly now: () => number = Date.now,
  ) {}

  protected sees(viewer: CompanyScope, row: Pick<AlarmRow, 'station_id' | 'company_id'>): boolean {
    const companyId = companyOfAlarm(this.board, row);
    return companyId === null ? viewer.companyId === null : sees(viewer, companyId);
  }

  async views(rows: readonly AlarmRow[]): Promise<readonly AlarmView[]> {
    const rtus = [...new Set(rows.map((row) => row.rtu_id))];
    const open =
      rtus.length === 0
        ? []
        : await this.storage.db
            .selectFrom('alarms')
            .selectAll()
            .where('closed_at', 'is', null)
            .where('sensor_id', 'is', null)
            .where('present', '>', 0)
            .execute();
    const silent = silentAmong(open);
    return rows.map((row) => viewOfAlarm(row, this.board.siteOfRtu(row.rtu_id), silent, this.now()));
  }

  /** All that are open, the worst first, and how many were closed in the last 24 h. */
  async open(viewer: Viewer): Promise<{ alarms: AlarmView[]; closedToday: number }> {
    const { db } = this.storage;
    // Before the bound: what another company has open takes no place in this list.
    const { companyId } = viewer;
    const rows = await db
      .selectFrom('alarms')
      .selectAll()
      .where('closed_at', 'is', null)
      .$if(companyId !== null, (all) =>
        all.where((eb) =>
          eb.or([
            eb('company_id', '=', companyId),
            eb(
              'station_id',
              'in',
              eb
                .selectFrom('stations')
                .innerJoin('projects', 'projects.id', 'stations.project_id')
                .select('stations.id')
                .where('projects.company_id', '=', companyId),
            ),
          ]),
        ),
      )
      .orderBy('present', 'desc')
      .orderBy('raised_at')
      .limit(mostOpen)
      .execute();
    const closed = await db
      .selectFrom('alarms')
      .select(['station_id', 'company_id'])
      .where('closed_at', '>', this.now() - day)
      .execute();
    const alarms = await this.views(rows.filter((row) => this.sees(viewer, row)));
    return {
      alarms: [...alarms].sort(
        (a, b) =>
          b.present - a.present ||
          Number(a.answer !== null) - Number(b.answer !== null) ||
          a.raisedAt - b.raisedAt,
      ),
      closedToday: closed.filter((row) => this.sees(viewer, row)).length,
    };
  }

  async history(viewer: Viewer, query: QueryOf<typeof alarmHistory>) {
    const {
      from,
      to,
      by,
      stationId,
      ruleId,
      least = 0,
      state,
      finding,
      limit = historyShown,
      before,
    } = query;
    const time = by === 'closed' ? 'closed_at' : 'raised_at';
    let all = this.storage.db
      .selectFrom('alarms')
      .where(time, '>=', from)
      .where(time, '<', to)
      .where('peak', '>=', least);
    if (stationId !== undefined) all = all.where('station_id', '=', stationId);
    if (ruleId !== undefined) all = all.where('rule_id', '=', ruleId);
    if (state !== undefined) all = all.where('closed_at', state === 'open' ? 'is' : 'is not', null);
    if (finding !== undefined) all = all.where('finding', '=', finding);
    const own = viewer.companyId === null ? null : this.board.sites(viewer).map(({ station }) => station.id);
    if (own !== null)
      all = all.where((eb) =>
        eb.or([
          eb('station_id', 'in', own.length === 0 ? [-1] : own),
          eb('company_id', '=', viewer.companyId),
        ]),
      );
    const { total } = await all
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    const page = before === undefined ? all : all.where('id', '<', before);
    const rows = await page.selectAll().orderBy('id', 'desc').limit(limit).execute();
    return { alarms: [...(await this.views(rows))], total: Number(total) };
  }

  /** @throws Refusal 404 for one that is unknown, or that the viewer may not see */
  protected async found(db: Db, viewer: CompanyScope, alarmId: number): Promise<AlarmRow> {
    const row = await db.selectFrom('alarms').selectAll().where('id', '=', alarmId).executeTakeFirst();
    if (row === undefined || !this.sees(viewer, row))
      throw new Refusal(404, 'api.notFound', { what: `alarm ${alarmId}` });
    return row;
  }

  /** One with its timeline. @throws Refusal 404 */
  async one(viewer: Viewer, alarmId: number) {
    const row = await this.found(this.storage.db, viewer, alarmId);
    const [alarm] = await this.views([row]);
    const entries = await this.storage.db
      .selectFrom('alarm_entries')
      .selectAll()
      .where('alarm_id', '=', alarmId)
      .orderBy('t')
      .orderBy('id')
      .execute();
    if (alarm === undefined) throw new Refusal(404, 'api.notFound', { what: `alarm ${alarmId}` });
    const files = await uploadsOf(
      this.storage.db,
      'alarmEntry',
      entries.map(({ id }) => id),
    );
    const causes = entries.some(({ cause }) => cause !== null)
      ? await entriesOf(this.storage.db, 'faultCause', companyOfAlarm(this.board, row))
      : [];
    const causeOf = (code: string | null) => {
      const known = causes.find((entry) => entry.code === code);
      return known === undefined ? null : { code: known.code, words: known.words };
    };
    return {
      alarm,
      curve: row.company_id === null ? await curveGroundsOf(this.storage.db, row, viewer) : null,
      returns: await returnOf(this.storage.db, row),
      sameRule: await sameRuleOf(this.storage.db, row, this.now()),
      entries: entries.map((entry) => viewOfEntry(entry, files.get(entry.id) ?? [], causeOf(entry.cause))),
    };
  }

  /** Alarms by their ids, with the companies that may see them; for streams. */
  async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, readonly AlarmView[]>> {
    const rows = await this.storage.db
      .selectFrom('alarms')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute();
    const found = new Map<number, AlarmView[]>();
    for (const view of await this.views(rows)) {
      const company = view.companyId ?? this.board.companyOf(view.stationId) ?? 0;
      const list = found.get(company) ?? [];
      if (list.length === 0) found.set(company, list);
      list.push(view);
    }
    return found;
  }
}
