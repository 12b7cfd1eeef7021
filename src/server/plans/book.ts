/** Plans as they are shown: the list, and one with its items. */
import { groupBy } from '../../base/group.ts';
import type { ParameterValue } from '../../catalogue/model.ts';
import type { DataOf } from '../../contract/call.ts';
import type { CommandView } from '../../contract/commands.ts';
import type { Plan, PlanItem, PlanSummary, plans } from '../../contract/plans.ts';
import { isStranding } from '../../domain/set-rules.ts';
import type { CommandLists } from '../delivery/lists.ts';
import { groupOf, parseValues } from '../delivery/row.ts';
import type { CommandStore } from '../delivery/store.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { type Prospect, prospectOf, readFacts } from './facts.ts';
import {
  itemsOf,
  type PlanItemRow,
  type PlanRow,
  parseObstacle,
  parsePrevious,
  planStateOf,
  secretsOf,
  shownEdits,
} from './row.ts';
import { ownPlan, visiblePlans } from './visible.ts';

const plain = (value: ParameterValue) => (typeof value === 'object' && value !== null ? [...value] : value);
type ItemStanding = Pick<PlanItemRow, 'excluded' | 'skipped'>;
const standing = ({ excluded, skipped }: ItemStanding, command: string | null) =>
  excluded !== 0 ? 'excluded' : skipped !== null ? 'skipped' : (command ?? 'waiting');

function countsOf(states: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const headOf = (row: PlanRow, states: readonly string[]) => ({
  id: row.id,
  title: row.title,
  state: planStateOf(row),
  revision: row.revision,
  surface: row.surface,
  createdAt: row.created_at,
  createdBy: row.account_name,
  approvedAt: row.approved_at,
  approvedBy: row.approver_name,
  reason: row.reason,
  endedAt: row.ended_at,
  counts: countsOf(states),
});

export class PlanBook {
  constructor(
    readonly store: CommandStore,
    readonly lists: CommandLists,
  ) {}

  /** Newest first. */
  async list(
    viewer: CompanyScope,
    { limit = 100, before }: { readonly limit?: number | undefined; readonly before?: string | undefined },
  ): Promise<DataOf<typeof plans>> {
    const { db } = this.store.storage;
    const own = visiblePlans(db, viewer);
    const page = before === undefined ? own : own.where('plans.id', '<', before);
    const [rows, counted] = await Promise.all([
      page.selectAll('plans').orderBy('plans.id', 'desc').limit(limit).execute(),
      own.select((expression) => expression.fn.countAll().as('count')).executeTakeFirst(),
    ]);
    const ids = rows.map(({ id }) => id);
    const items = await db
      .selectFrom('plan_items')
      .leftJoin('commands', 'commands.id', 'plan_items.command_id')
      .select(['plan_items.plan_id', 'plan_items.excluded', 'plan_items.skipped', 'commands.state'])
      .where('plan_items.plan_id', 'in', ids.length === 0 ? [''] : ids)
      .execute();
    const byPlan = groupBy(items, (item) => item.plan_id);
    const summaries = rows.map((row): PlanSummary => {
      const states = (byPlan.get(row.id) ?? []).map((item) => standing(item, item.state));
      return { ...headOf(row, states), total: states.length };
    });
    return { plans: summaries, total: Number(counted?.count ?? 0) };
  }

  /** @throws Refusal 404 for a plan that does not exist, or holds devices of another company */
  async one(viewer: CompanyScope, planId: string): Promise<{ plan: Plan }> {
    const { db } = this.store.storage;
    const row = await ownPlan(db, viewer, planId);
    const rows = await itemsOf(db, planId);
    const places = await this.#places(viewer, rows);
    const commands = await this.#commands(rows, places);
    const isDraft = row.state === 'draft';
    const facts = await readFacts(db, isDraft ? rows : []);
    const items: PlanItem[] = [];
    for (const item of rows) {
      const prospect = isDraft ? await prospectOf(db, item, facts) : { problems: [], obstacle: null };
      items.push(this.#item(item, places.get(item.rtu_id), commands.get(item.command_id ?? ''), prospect));
    }
    return {
      plan: {
        ...headOf(
          row,
          items.map(({ state }) => state),
        ),
        items,
      },
    };
  }

  async #places(viewer: CompanyScope, items: readonly PlanItemRow[]) {
    const rtus = [...new Set(items.map((item) => item.rtu_id))];
    const rows = await visibleStations(this.store.storage.db, viewer)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .select(['rtus.id', 'rtus.sn', 'stations.id as stationId', 'stations.code', 'stations.name'])
      .where('rtus.id', 'in', rtus.length === 0 ? [0] : rtus)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  async #commands(
    items: readonly PlanItemRow[],
    places: ReadonlyMap<number, { readonly stationId: number; readonly sn: string }>,
  ): Promise<ReadonlyMap<string, CommandView>> {
    const ids = items.flatMap((item) => item.command_id ?? []);
    if (ids.length === 0) return new Map();
    const rows = await this.store.storage.db
      .selectFrom('commands')
      .selectAll()
      .where('id', 'in', ids)
      .execute();
    const views = await this.lists.views(rows, (rtuId) => places.get(rtuId));
    return new Map(views.map((view) => [view.id, view]));
  }

  #item(
    row: PlanItemRow,
    place:
      | { readonly stationId: number; readonly sn: string; readonly code: string; readonly name: string }
      | undefined,
    command: CommandView | undefined,
    { problems, obstacle }: Prospect,
  ): PlanItem {
    const secrets = secretsOf(row);
    const previous = parsePrevious(row.previous);
    const group = groupOf(row.group_id);
    const fields = Object.keys(parseValues(row.edits));
    const state = standing(row, command?.state ?? null);
    const landing = state === 'waiting' ? this.lists.landing(row.rtu_id) : null;
    return {
      position: row.position,
      stationId: place?.stationId ?? null,
      stationCode: place?.code ?? '',
      stationName: place?.name ?? '',
      sn: place?.sn ?? '',
      target: { rtuId: row.rtu_id, slot: row.slot },
      kind: row.kind,
      group: row.group_id,
      edits: Object.fromEntries(Object.entries(shownEdits(row)).map(([id, value]) => [id, plain(value)])),
      secrets,
      before: Object.fromEntries(
        fields.map((id) => [id, { value: plain(previous[id]?.[0] ?? null), at: previous[id]?.[1] ?? null }]),
      ),
      version: row.base_version,
      problems: problems.map(({ field, reason, params }) => ({ field, reason, params: { ...params } })),
      obstacle,
      stranding: group !== undefined && isStranding(group, fields),
      expected: landing === null ? (command?.expected ?? null) : { ...landing },
      excluded: row.excluded !== 0,
      state: state as PlanItem['state'],
      command:
        command === undefined
          ? null
          : {
              id: command.id,
              state: command.state,
              verification: command.verification,
              seen: command.seen,
              endedAt: command.endedAt,
              text: command.text,
            },
      skipped: parseObstacle(row.skipped),
    };
  }
}
