import { keepNewest } from '../keep-newest.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Board } from '../sites/board.ts';
import type { Delivery } from './delivery.ts';
import type { CommandLists } from './lists.ts';

const every = 100;
/** Commands whose last telling is remembered. */
const mostKnown = 5000;
/** Ended ones are told again for so long: a late answer, a read-back. */
const toldFor = 7 * 86_400_000;

/** Tells consoles of commands that changed, and of stations whose parameters moved; bundled. */
export class CommandTeller {
  readonly #rtus = new Set<number>();
  readonly #stations = new Set<number>();
  readonly #told = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;
  #running = false;

  constructor(
    readonly delivery: Delivery,
    readonly lists: CommandLists,
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
    for (const rtuId of rtus) await this.#sendCommands(rtuId);
  }

  async #sendCommands(rtuId: number): Promise<void> {
    const site = this.board.siteOfRtu(rtuId);
    if (site === undefined || site.rtu === null) return;
    const { store } = this.delivery;
    const rows = await store.storage.db
      .selectFrom('commands')
      .selectAll()
      .where('rtu_id', '=', rtuId)
      .where((where) =>
        where.or([
          where('state', 'in', ['queued', 'sending', 'retry']),
          where('ended_at', '>', store.now() - toldFor),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(200)
      .execute();
    const place = { stationId: site.station.id, sn: site.rtu.sn };
    const views = await this.lists.views(rows, () => place);
    const changed = views.filter((view) => {
      const text = JSON.stringify({ ...view, expected: view.expected?.at === undefined });
      if (this.#told.get(view.id) === text) return false;
      this.#told.delete(view.id);
      this.#told.set(view.id, text);
      return true;
    });
    keepNewest(this.#told, mostKnown);
    const visible = changed.filter((view) => rows.find((row) => row.id === view.id)?.hidden === 0);
    const gone = changed.filter((view) => !visible.includes(view)).map((view) => view.id);
    if (visible.length > 0 || gone.length > 0)
      this.hub.tell(site.project.companyId, { type: 'commands', commands: visible, deleted: gone });
  }
}
