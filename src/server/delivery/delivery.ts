import { rebirthRequest } from '../../protocol/node-control.ts';
import { begins } from '../../protocol/text.ts';
import type { GatewayEvents } from '../gateway/events.ts';
import { steadyClock, type WorkClock } from '../work/clock.ts';
import { WorkLoop, type WorkTurn } from '../work/loop.ts';
import { Dispatcher } from './dispatcher.ts';
import { type Counts, Evidence } from './evidence.ts';
import { noFaults } from './faults.ts';
import { Lane } from './lane.ts';
import type { DeliveryGateway, DeliveryOptions } from './options.ts';
import { rtuSlot, slotOf } from './row.ts';
import { Shadow } from './shadow.ts';
import { OrderStore } from './store.ts';

/** A node is asked for a birth so often at most, ms. */
const askEvery = 60_000;

/** The durable queue at work (src/server/delivery/README.md). Make it before the gateway starts; stop it before the gateway stops. */
export class Delivery {
  readonly store: OrderStore;
  readonly shadow: Shadow;
  readonly gateway: DeliveryGateway;
  readonly now: () => number;
  readonly #options: DeliveryOptions;
  readonly #clock: WorkClock;
  readonly #work: WorkLoop<number>;
  readonly #sweeps: WorkLoop;
  readonly #evidence: Evidence;
  readonly #dispatcher: Dispatcher;
  readonly #lanes = new Map<number, Lane>();
  readonly #watched = new Set<number>();
  readonly #classes = new Map<number, boolean>();
  readonly #listeners: (() => void)[] = [];
  readonly #changed = new Set<(rtuId: number, stationId: number | null) => void>();
  #ready: Promise<void> = Promise.resolve();
  #touches = 0;
  #leading = false;
  #stopped = false;

  constructor(options: DeliveryOptions) {
    const { storage, gateway, log, now = Date.now, clock = steadyClock, faults = noFaults } = options;
    const { sweepTime = 2000 } = options;
    this.#options = options;
    this.gateway = gateway;
    this.now = now;
    this.#clock = clock;
    this.#work = new WorkLoop({
      run: (rtuId, turn) => this.#turn(rtuId, turn),
      failed: (error) => log.error({ error }, 'delivery'),
      clock,
      within: options.sessions === undefined ? undefined : (rtuId, work) => this.#within(rtuId, work),
    });
    this.store = new OrderStore(storage, now, faults);
    this.shadow = new Shadow(storage, (error) => log.error({ error }, 'parameters were not stored'), faults);
    this.#evidence = new Evidence(this.store, this.shadow, (rtuId) => this.#askAnew(rtuId));
    this.#dispatcher = new Dispatcher({
      store: this.store,
      wire: gateway,
      log,
      now,
      after: clock.after,
      ackTime: options.ackTime ?? 15_000,
      leads: (rtuId) => this.#leading && !this.#stopped && (options.sessions?.mayAct(rtuId) ?? true),
      silent: (lane, id, attempt) => this.#silent(lane, id, attempt),
    });
    this.#listen();
    if (gateway.phase === 'online') this.#lead();
    this.#sweeps = new WorkLoop({
      run: async () => {
        await this.sweep();
        return sweepTime;
      },
      failed: (error) => log.error({ error }, 'times to live were not looked at'),
      again: [sweepTime],
      clock,
    });
    this.#sweeps.wake(undefined, sweepTime);
  }

  /** Answers that changed nothing, since the start. */
  get counts(): Readonly<Counts> {
    return this.#evidence.counts;
  }

  /** Listens to orders of an RTU that changed. */
  onChanged(listener: (rtuId: number, stationId: number | null) => void): void {
    this.#changed.add(listener);
  }

  /** Orders of an RTU were made, taken back or ended by hand: notifies listeners and looks at its queue again. */
  touched(rtuId: number): void {
    this.#touches += 1;
    this.#watched.add(rtuId);
    this.#tell(rtuId);
    const lane = this.#lanes.get(rtuId);
    if (lane !== undefined) this.#run(lane, () => this.#lookNow(lane, false));
  }

  /** Resolves when everything that was heard so far is dealt with. */
  async settled(): Promise<void> {
    await this.#ready;
    await this.#work.settled();
  }

  /** Nothing is sent from now on; resolves when what was begun is written. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const forget of this.#listeners) forget();
    for (const lane of this.#lanes.values()) lane.forget();
    await Promise.all([this.#sweeps.stop(), this.#work.stop(), this.#ready.catch(() => {})]);
    await this.shadow.flush().catch(() => {});
    await this.shadow.stop();
  }

  #listen(): void {
    const { events } = this.gateway;
    this.#listeners.push(
      events.on('phase', (phase) => (phase === 'online' ? this.#lead() : this.#lose())),
      events.on('link', (facts) => {
        const lane = this.#lanes.get(facts.rtuId);
        if (lane !== undefined && lane.session !== null && facts.connected !== true) this.#close(lane);
      }),
      events.on('birth', (event) => {
        const said = this.shadow.take(event, event.metrics);
        if (event.device === null) this.#born(event);
        else this.#deviceBorn(event, event.device, said);
      }),
      events.on('data', (event) => {
        if (event.onlyReadings) return;
        const { metrics, device, rtuId, at } = event;
        const said = this.shadow.take(event, metrics);
        const slot = slotOf(device);
        if (slot !== null && (said || metrics.some(({ name }) => begins(name, 'cmd/'))))
          this.#reported(rtuId, slot, metrics, at);
      }),
      events.on('ack', ({ rtuId, ack, at }) => {
        const lane = this.#lanes.get(rtuId);
        if (lane !== undefined)
          this.#run(lane, async () => {
            if (await this.#evidence.ack(rtuId, ack, at)) await this.#next(lane);
            else this.#tell(rtuId);
          });
      }),
      events.on('tryReport', ({ rtuId, report, at }) => {
        const lane = this.#lanes.get(rtuId);
        if (lane !== undefined)
          this.#run(lane, async () => {
            if (await this.#evidence.tryReport(rtuId, report, at)) await this.#next(lane);
            else this.#tell(rtuId);
          });
      }),
    );
  }

  /** This host begins to lead: what an earlier run left in flight is resolved before anything is sent. */
  #lead(): void {
    this.#leading = true;
    const resolve = async (): Promise<void> => {
      if (this.#options.sessions === undefined)
        for (const row of await this.store.inFlight()) {
          await this.store.step(row.id, 'silence', { detail: { why: 'restart' } });
          this.#tell(row.rtu_id);
        }
      else await this.#resolveAbandoned();
      for (const rtuId of await this.store.interestingRtus()) {
        this.#watched.add(rtuId);
        // One that goes on in a session of before says by a birth what became of its orders.
        this.gateway.askBirth?.(rtuId);
      }
      const classes = await this.store.storage.db.selectFrom('rtus').select(['id', 'device_class']).execute();
      for (const { id, device_class: known } of classes)
        if (known !== null) this.#classes.set(id, known === 'tracked');
      this.store.faults('start:resolved');
    };
    const attempt = (): Promise<void> =>
      resolve().catch(async (error: unknown) => {
        this.#options.log.error({ error }, 'orders in flight were not resolved');
        if (this.#stopped || !this.#leading) return;
        await new Promise<void>((done) => void this.#clock.after(this.#options.againTime ?? 2000, done));
        await attempt();
      });
    this.#ready = this.#ready.then(attempt);
  }

  /** What processes that are dead had in flight: their RTUs may not come back for long. */
  async #resolveAbandoned(): Promise<void> {
    for (const rtuId of await this.store.silenceAbandoned()) this.#tell(rtuId);
  }

  /** Work in a lane, while its RTU is this process's. */
  async #within(rtuId: number, work: () => Promise<void>): Promise<void> {
    try {
      await this.#options.sessions?.under(rtuId, work);
    } catch (error) {
      if (this.#options.sessions?.isLost(error) !== true) throw error;
      this.taken(rtuId);
    }
  }

  /** Another process has the RTU: nothing that was to be done here is done here any more. */
  taken(rtuId: number): void {
    const lane = this.#lanes.get(rtuId);
    if (lane === undefined) return;
    lane.session = null;
    lane.forget();
    lane.inbox.length = 0;
    lane.refused.length = 0;
  }

  #lose(): void {
    this.#leading = false;
    for (const lane of this.#lanes.values()) if (lane.session !== null) this.#close(lane);
  }

  #born({ rtuId, stationId, sn, metrics, again, tracked, at }: GatewayEvents['birth']): void {
    const lane = this.#lanes.get(rtuId) ?? new Lane(rtuId, stationId, sn);
    this.#lanes.set(rtuId, lane);
    const bdSeq = metrics.find(({ name }) => name === 'bdSeq')?.value;
    const name = `${typeof bdSeq === 'bigint' || typeof bdSeq === 'number' ? bdSeq : `at ${at}`}`;
    const goesOn = again && lane.session !== null;
    lane.session = {
      name: goesOn && lane.session !== null ? lane.session.name : name,
      since: goesOn && lane.session !== null ? lane.session.since : at,
      tracked: tracked !== null,
      highWater: tracked?.highWater ?? 0n,
      devices: goesOn && lane.session !== null ? lane.session.devices : new Set(),
    };
    this.#learnClass(lane, tracked !== null);
    this.#run(lane, async () => {
      if (!this.#watched.has(rtuId)) return;
      await this.shadow.flush();
      const touches = this.#touches;
      if ((await this.#evidence.birth(rtuId, { again, tracked, at })) === 0) {
        // Unless something was ordered in the meantime, there is nothing more to look for.
        if (touches === this.#touches) this.#watched.delete(rtuId);
        return;
      }
      await this.#evidence.reported(lane, rtuSlot, metrics, at, 'birth');
      this.#tell(rtuId);
    });
    this.#work.wake(rtuId, this.#options.settleTime ?? 150);
  }

  #learnClass(lane: Lane, tracked: boolean): void {
    if (this.#classes.get(lane.rtuId) === tracked) return;
    this.#classes.set(lane.rtuId, tracked);
    this.#run(lane, async () => {
      await this.store.storage.write((db) =>
        db
          .updateTable('rtus')
          .set({ device_class: tracked ? 'tracked' : 'plain' })
          .where('id', '=', lane.rtuId)
          .execute(),
      );
    });
  }

  /** What waited for a device of a plain node may go. */
  #deviceBorn({ rtuId, metrics, at }: GatewayEvents['birth'], device: string, said: boolean): void {
    const lane = this.#lanes.get(rtuId);
    const slot = slotOf(device);
    if (lane === undefined || slot === null) return;
    const isFirst = lane.session?.devices.has(device) === false;
    lane.session?.devices.add(device);
    if (said) this.#reported(rtuId, slot, metrics, at, 'birth');
    if (isFirst && lane.session?.tracked === false && this.#watched.has(rtuId))
      this.#work.wake(rtuId, this.#options.settleTime ?? 150);
  }

  #reported(
    rtuId: number,
    slot: number,
    metrics: GatewayEvents['data']['metrics'],
    at: number,
    by: 'birth' | 'data' = 'data',
  ): void {
    const lane = this.#lanes.get(rtuId);
    if (lane === undefined || !this.#watched.has(rtuId)) return;
    this.#run(lane, async () => {
      if (await this.#evidence.reported(lane, slot, metrics, at, by)) await this.#next(lane);
      else this.#tell(rtuId);
    });
  }

  /** The session is over: nothing in it will be answered any more. */
  #close(lane: Lane): void {
    const { session } = lane;
    lane.session = null;
    lane.forget();
    this.#run(lane, async () => {
      if (!this.#watched.has(lane.rtuId)) return;
      for (const row of await this.store.open(lane.rtuId))
        if (row.state === 'sending')
          await this.store.step(row.id, 'silence', {}, (fresh) => fresh.session === session?.name);
      this.#tell(lane.rtuId);
    });
  }

  #silent(lane: Lane, id: string, attempt: number): void {
    this.#run(lane, async () => {
      const stepped = await this.store.step(id, 'silence', {}, (row) => row.attempts === attempt);
      // It was answered while this waited for its turn: what is in flight now is another one.
      if (stepped !== null && stepped.refused === null) await this.#next(lane);
    });
  }

  /** The order that was in flight is not any more: the next one may go. */
  async #next(lane: Lane): Promise<void> {
    lane.forget();
    this.#tell(lane.rtuId);
    await this.#lookNow(lane, false);
  }

  #look(lane: Lane): void {
    this.#run(lane, () => this.#lookNow(lane));
  }

  /**
   * @param tells notifies listeners also where nothing changed; false = they are notified already of what was before
   */
  async #lookNow(lane: Lane, tells = true): Promise<void> {
    if (!this.#watched.has(lane.rtuId)) return;
    if ((await this.#dispatcher.look(lane)) || tells) this.#tell(lane.rtuId);
  }

  /** Work in the lane's turn, done again where the storage refused it: a transition that was made is not made twice. */
  #run(lane: Lane, work: () => Promise<void>): void {
    lane.inbox.push(work);
    this.#work.wake(lane.rtuId);
  }

  async #turn(rtuId: number, { isTimed }: WorkTurn): Promise<number | null> {
    const lane = this.#lanes.get(rtuId);
    if (lane === undefined) return null;
    if (isTimed) lane.inbox.push(...lane.refused.splice(0), () => this.#lookNow(lane));
    for (let work = lane.inbox.shift(); work !== undefined; work = lane.inbox.shift()) {
      try {
        await this.#ready;
        if (!this.#stopped) await work();
      } catch (error) {
        if (this.#options.sessions?.isLost(error) === true) throw error;
        this.#options.log.error({ error, sn: lane.sn }, 'delivery');
        lane.refused.push(work);
      }
    }
    return lane.refused.length > 0 ? (this.#options.againTime ?? 2000) : null;
  }

  /** A node that did not say what it has is asked for a birth, which reports all of it. */
  #askAnew(rtuId: number): void {
    const lane = this.#lanes.get(rtuId);
    const now = this.now();
    if (lane === undefined || lane.session === null || now - lane.askedAt < askEvery) return;
    lane.askedAt = now;
    this.gateway.command(lane.sn, null, [rebirthRequest(now)]).catch((error: unknown) => {
      this.#options.log.warn({ error, sn: lane.sn }, 'a birth was not asked for');
    });
  }

  #tell(rtuId: number): void {
    const stationId = this.#lanes.get(rtuId)?.stationId ?? null;
    for (const listener of this.#changed) listener(rtuId, stationId);
  }

  /** Ends what waited too long, and takes in what another process ordered. */
  async sweep(): Promise<void> {
    if (!this.#leading || this.#stopped) return;
    await this.#ready;
    if (this.#options.sessions !== undefined) await this.#resolveAbandoned();
    for (const { id, rtu_id: rtuId } of await this.store.overdue()) {
      await this.store.step(id, 'expire');
      this.#tell(rtuId);
    }
    for (const rtuId of await this.store.interestingRtus()) {
      const lane = this.#lanes.get(rtuId);
      if (!this.#watched.has(rtuId)) this.touched(rtuId);
      else if (lane !== undefined && lane.session !== null) this.#look(lane);
    }
  }
}
