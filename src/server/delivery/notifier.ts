import { groupBy } from '../../base/group.ts';
import { keepNewest } from '../keep-newest.ts';
import type { LiveHub } from '../live/hub.ts';
import { changesZero } from '../sites/baselines/zeroed.ts';
import type { Board } from '../sites/board.ts';
import type { Delivery } from './delivery.ts';
import type { OrderLists } from './lists.ts';

const every = 100;
/** RTUs whose orders are looked at together. */
const together = 25;
/** Orders whose last notification is remembered. */
const mostKnown = 5000;
/** The newest orders of one RTU that are reported, at most. */
const mostReported = 200;
/** Ended ones are reported again for so long: a late answer, a read-back. */
const reportedFor = 7 * 86_400_000;

/** Notifies consoles of orders that changed, and of stations whose parameters moved; bundled. */
export class OrderNotifier {
  readonly #rtus = new Set<number>();
  readonly #stations = new Set<number>();
  readonly #reported = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;
  #running = false;

  constructor(
    readonly delivery: Delivery,
    readonly lists: OrderLists,
    readonly board: Board,
    readonly hub: LiveHub,
    readonly failed: (error: unknown) => void,
  ) {
    delivery.onChanged((rtuId) => {
      this.#rtus.add(rtuId);
      this.#plan();
    });
    delivery.onMoved((stationId) => {
      this.#stations.add(stationId);
      this.#plan();
    });
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #plan(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#running) return this.#plan();
      this.#running = true;
      this.#send()
        .catch(this.failed)
        .finally(() => {
          this.#running = false;
        });
    }, every);
  }

  async #send(): Promise<void> {
    const stations = [...this.#stations];
    this.#stations.clear();
    for (const stationId of stations) {
      const companyId = this.board.companyOf(stationId);
      if (companyId !== null) this.hub.tell(companyId, { type: 'parameters', stationId });
    }
    const rtus = [...this.#rtus];
    this.#rtus.clear();
    for (let from = 0; from < rtus.length; from += together)
      await this.#sendOrders(rtus.slice(from, from + together));
  }

  async #sendOrders(rtus: readonly number[]): Promise<void> {
    const sites = new Map(
      rtus.flatMap((rtuId) => {
        const site = this.board.siteOfRtu(rtuId);
        return site === undefined || site.rtu === null ? [] : [[rtuId, site] as const];
      }),
    );
    if (sites.size === 0) return;
    const { store } = this.delivery;
    const rows = await store.storage.db
      .selectFrom('orders')
      .selectAll()
      .where('rtu_id', 'in', [...sites.keys()])
      .where((where) =>
        where.or([
          where('state', 'in', ['queued', 'sending', 'retry']),
          where('ended_at', '>', store.now() - reportedFor),
        ]),
      )
      .execute();
    // Newest first.
    rows.sort((a, b) => (a.id < b.id ? 1 : -1));
    const hidden = new Set(rows.filter((row) => row.hidden !== 0).map((row) => row.id));
    const newest = [...groupBy(rows, (row) => row.rtu_id).values()].flatMap((own) =>
      own.slice(0, mostReported),
    );
    const zeroed = new Set(
      rows.filter((row) => row.state === 'succeeded' && changesZero(row)).map(({ id }) => id),
    );
    const views = await this.lists.views(newest, (rtuId) => {
      const site = sites.get(rtuId);
      return site === undefined ? undefined : { stationId: site.station.id, sn: site.rtu?.sn ?? '' };
    });
    const changed = views.filter((view) => {
      const text = JSON.stringify({ ...view, expected: view.expected?.at === undefined });
      if (this.#reported.get(view.id) === text) return false;
      this.#reported.delete(view.id);
      this.#reported.set(view.id, text);
      return true;
    });
    keepNewest(this.#reported, mostKnown);
    for (const [rtuId, own] of groupBy(changed, ({ target }) => target.rtuId)) {
      const companyId = sites.get(rtuId)?.project.companyId;
      if (companyId === undefined) continue;
      const orders = own.filter(({ id }) => !hidden.has(id));
      const deleted = own.filter(({ id }) => hidden.has(id)).map(({ id }) => id);
      this.hub.tell(companyId, { type: 'orders', orders, deleted });
      const done = own.some(({ id }) => zeroed.has(id));
      const stationId = done ? sites.get(rtuId)?.station.id : undefined;
      if (stationId !== undefined) this.hub.baselinesChanged(stationId);
    }
  }
}
