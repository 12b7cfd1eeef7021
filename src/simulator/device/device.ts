import { rebirth } from '../../protocol/node-control.ts';
import type { Metric, MetricInput } from '../../protocol/payload.ts';
import type { HostStateMessage } from '../../protocol/topics.ts';
import { decodeCommand } from '../../protocol/tracked.ts';
import { gather } from '../collect.ts';
import { rtuSlot } from '../parameters.ts';
import { gauss, mix, unit } from '../random.ts';
import type { SimulatedRtu } from '../rtu.ts';
import type { Sample } from '../sample.ts';
import { delay, nextMoment } from '../schedule.ts';
import { soundingUntil } from '../signals/horn.ts';
import { status } from '../signals/status.ts';
import { fastUntil } from './actions.ts';
import { deviceBirth, nodeBirth } from './births.ts';
import type { Fault } from './fault.ts';
import { DeviceMemory } from './memory.ts';
import type { DeviceOptions } from './options.ts';
import { Sender } from './sender.ts';
import { EdgeSession } from './session.ts';
import { SampleStore } from './store.ts';
import { pause, Timers } from './timers.ts';
import { commit, type Handled, handle, tryFailed } from './tracked.ts';

const stateWait = 2000;
/** ms that a tried set waits in a session for its commit. */
const commitWait = 10_000;

/** A simulated RTU on the air: collects, keeps, connects, sends, resends, obeys. */
export class Device {
  readonly rtu: SimulatedRtu;
  readonly memory: DeviceMemory;
  readonly store: SampleStore;
  readonly #options: DeviceOptions;
  readonly #now: () => number;
  readonly #previous = new Map<number, number>();
  readonly #timers = new Timers();
  readonly #sender: Sender;
  #session: EdgeSession | null = null;
  #opening: Promise<void> | null = null;
  #host: HostStateMessage | null = null;
  #reports: MetricInput[] = [];
  #stayUntil = 0;
  readonly #planned = { collection: () => {}, report: () => {} };
  #wakes = 0;

  constructor(rtu: SimulatedRtu, options: DeviceOptions) {
    this.rtu = rtu;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.memory = new DeviceMemory(rtu, options.saved ?? null);
    if (options.takes) this.memory.takes = options.takes;
    if (options.refuses) this.memory.refuses = options.refuses;
    this.memory.fault = options.fault ?? null;
    this.store = new SampleStore(this.memory.number('rtu/maxResend', 200));
    this.#sender = new Sender(this.memory, this.store, this.#now);
  }

  get connected(): boolean {
    return this.#session?.open ?? false;
  }

  /** What is wrong with it; null = it is well, as after a repair. */
  get fault(): Fault | null {
    return this.memory.fault;
  }

  set fault(fault: Fault | null) {
    this.memory.fault = fault;
  }

  /** Seconds between collections and between reports at present: shorter while it collects fast. */
  get cycles(): { readonly collection: number; readonly send: number } {
    const own = this.memory.of(rtuSlot);
    const until = own.get(fastUntil);
    if (own.get('rtu/fastCollect') === true && typeof until === 'number' && until <= this.#now()) {
      own.set('rtu/fastCollect', false).delete(fastUntil);
    }
    const fast = own.get('rtu/fastCollect') === true ? this.memory.number('rtu/fastCollectCycle', 300) : null;
    return {
      collection: fast ?? this.memory.number('rtu/collectionCycle', this.rtu.collectionCycle),
      send: (fast ?? this.memory.number('rtu/sendCycle', this.rtu.sendCycle)) * this.rtu.temper.pace,
    };
  }

  /** Begins to live: a first visit `after` ms (none where null), then by its cycles. */
  start(after: number | null = 0): void {
    if (after !== null) this.#after(after, () => this.visit('restart'));
    this.#schedule();
  }

  /** Leaves cleanly and ceases. What it has not sent stays in its store. */
  async stop(): Promise<void> {
    this.#timers.stop();
    await this.#opening?.catch(() => {});
    await this.#sender.settled();
    await this.#session?.leave();
    this.#options.save?.(this.memory.save());
  }

  /** Loses its radio link at once. */
  breakOff(): void {
    this.#session?.breakOff();
  }

  /** Collects from these slots now (all where none are named). */
  collect(t = this.#now(), slots: readonly number[] = this.rtu.sensors.map(({ slot }) => slot)): void {
    for (const slot of slots) {
      const sensor = this.memory.sensor(slot);
      if (!sensor) continue;
      const previous = this.#previous.get(slot) ?? t - this.cycles.collection * 1000;
      if (t <= previous) continue;
      this.#keep(slot, t, gather(sensor, this.memory.of(slot), previous, t));
      this.#previous.set(slot, t);
    }
  }

  /** Collects the RTU's own row; one that was collected at this moment stays. */
  report(type: 'timed' | 'restart' | 'test' | 'command', t = this.#now()): void {
    if (t <= (this.#previous.get(rtuSlot) ?? 0)) return;
    this.#previous.set(rtuSlot, t);
    this.#keep(rtuSlot, t, [status(this.rtu, this.memory.of(rtuSlot), t, type)]);
  }

  /** One wake of a sleeping device: report, connect, send, take commands, leave. An awake one stays. */
  async visit(type: 'timed' | 'restart' | 'command' = 'timed'): Promise<void> {
    if (this.#timers.stopped) return;
    if (this.#options.measures === false && this.connected) return;
    if (type === 'restart') this.collect(Math.floor(this.#now() / 1000) * 1000);
    this.report(type, Math.floor(this.#now() / 1000) * 1000);
    try {
      await this.connect();
    } catch {
      this.store.doubt();
      if (this.rtu.temper.awake) this.#after(this.#options.retry ?? 5000, () => this.#reconnect());
      return;
    }
    if (unit(mix(this.rtu.seed, ++this.#wakes), 1) < this.rtu.temper.breaks) return this.breakOff();
    await this.transmit();
    if (!this.rtu.temper.awake) this.#stay(this.#options.linger ?? 3000);
  }

  /** Connects and is born; nothing where it is connected. Rejects when that fails. */
  async connect(): Promise<void> {
    if (this.connected) return;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    await this.#opening;
  }

  async #open(): Promise<void> {
    const { url, password, hostId = 'groundwatch', connect } = this.#options;
    if (!this.memory.reachable) {
      this.#failTry();
      throw new Error('the data centre that is set cannot be reached');
    }
    this.memory.bdSeq = (this.memory.bdSeq + 1) % 256;
    this.#host = null;
    const session: EdgeSession = await EdgeSession.open({
      url,
      password,
      hostId,
      sn: this.rtu.sn,
      group: this.rtu.group,
      bdSeq: this.memory.bdSeq,
      now: this.#now,
      connect,
      command: (slot, metrics) => this.#command(slot, metrics),
      state: (state) => this.#state(state),
      closed: (clean) => this.#closed(session, clean),
    });
    try {
      for (let waited = 0; this.#host === null && waited < stateWait; waited += 50) await pause(50);
      await this.#born(session);
    } catch (error) {
      session.breakOff();
      throw error;
    }
    // Only now: what is sent before the birth would be lost, because the host does not know the node yet.
    this.#session = session;
    this.#after(commitWait, () => {
      if (this.#session === session && this.memory.trial) this.#failTry();
    });
  }

  async #born(session: EdgeSession): Promise<void> {
    await session.publish('NBIRTH', null, nodeBirth(this.memory));
    for (const sensor of this.rtu.sensors)
      await session.publish('DBIRTH', sensor.slot, deviceBirth(this.memory, sensor));
    if (this.#reports.length > 0) await session.publish('NDATA', null, this.#reports.splice(0));
  }

  /** Sends what is not sent; waits while the host is offline. */
  transmit(): Promise<void> {
    return this.#sender.send(
      () => this.#session,
      () => this.#host,
    );
  }

  #state(state: HostStateMessage): void {
    const before = this.#host;
    this.#host = state;
    if (!state.online) return;
    const session = this.#session;
    if (before === null) {
      if (session !== null) void this.transmit();
    } else if (session?.open && (!before.online || before.timestamp !== state.timestamp)) {
      void this.#born(session)
        .then(() => this.transmit())
        .catch(() => {});
    }
  }

  #closed(session: EdgeSession, clean: boolean): void {
    if (this.#session !== session) return;
    this.#session = null;
    if (clean) return;
    this.store.doubt();
    if (this.rtu.temper.awake) this.#after(this.#options.retry ?? 5000, () => this.#reconnect());
  }

  async #reconnect(): Promise<void> {
    if (this.#timers.stopped || this.connected) return;
    try {
      await this.connect();
      await this.transmit();
    } catch {
      const spread = 1 + 0.3 * gauss(this.rtu.seed, ++this.#wakes);
      this.#after((this.#options.retry ?? 5000) * Math.max(0.4, spread), () => this.#reconnect());
    }
  }

  #keep(slot: number, t: number, samples: readonly Sample[]): void {
    if (samples.length === 0) return;
    this.store.add(slot, t, samples);
    this.#options.collected?.(slot, samples);
  }

  #command(device: string | null, metrics: readonly Metric[]): void {
    if (this.fault?.type === 'silent') return;
    this.#stayUntil = Math.max(this.#stayUntil, this.#now() + (this.#options.linger ?? 3000));
    if (device === null && metrics.some(({ name, value }) => name === rebirth && value === true)) {
      const session = this.#session;
      if (session?.open) void this.#born(session).catch(() => {});
    }
    const slot = device === null ? rtuSlot : Number(device);
    if (!this.memory.owner(slot)) return;
    try {
      const command = decodeCommand(metrics);
      if (command === null) return;
      if ('commit' in command) {
        const report = commit(this.memory, command.commit);
        this.#persist();
        if (report) this.#tell(rtuSlot, report);
        return;
      }
      this.#handled(
        slot,
        handle(this.memory, slot, command, this.#now(), () => this.#persist()),
      );
    } catch {
      // An incomplete envelope is no command.
    }
  }

  #persist(): void {
    this.#options.save?.(this.memory.save());
  }

  #tell(slot: number, metrics: readonly MetricInput[]): void {
    const ofRtu = slot === rtuSlot;
    void this.#session?.publish(ofRtu ? 'NDATA' : 'DDATA', ofRtu ? null : slot, metrics).catch(() => {});
  }

  #handled(slot: number, { answer, outcome, prove }: Handled): void {
    if (this.fault?.type === 'late') this.#after(this.fault.by, () => this.#tell(slot, answer));
    else this.#tell(slot, answer);
    if (slot === rtuSlot) this.#schedule();
    const t = Math.floor(this.#now() / 1000) * 1000;
    if (outcome) {
      const { report, samples, afterwards } = outcome;
      this.collect(
        this.#now(),
        report.filter((each) => each !== rtuSlot),
      );
      if (report.includes(rtuSlot)) this.report('command', t);
      this.#keep(slot, this.#now(), samples);
      if (afterwards === 'clearData') this.store.clear();
      void this.transmit();
      this.#silence(slot);
      if (afterwards === 'restart') this.#after(500, () => this.#restart('restart'));
    }
    if (prove) this.#after(500, () => this.#restart('timed'));
  }

  /** A horn that sounds reports again when it falls silent by itself. */
  #silence(slot: number): void {
    const until = this.memory.of(slot).get(soundingUntil);
    if (typeof until !== 'number' || until <= this.#now()) return;
    this.#after(until - this.#now() + 200, () => {
      this.collect(this.#now(), [slot]);
      void this.transmit();
    });
  }

  async #restart(type: 'restart' | 'timed'): Promise<void> {
    await this.#sender.settled();
    await this.#session?.leave();
    await pause(1000);
    await this.visit(type);
    if (this.memory.trial && !this.connected)
      this.#after(this.#options.retry ?? 5000, () => this.#restart('timed'));
  }

  #failTry(): void {
    const report = tryFailed(this.memory);
    if (!report) return;
    this.#persist();
    if (this.connected) this.#tell(rtuSlot, report);
    else this.#reports.push(...report);
  }

  #after(ms: number, work: () => unknown): () => void {
    return this.#timers.after(ms, work);
  }

  /** Plans the next collection and report by the cycles of now; called again when those may have changed. */
  #schedule(): void {
    for (const forget of Object.values(this.#planned)) forget();
    if (this.#options.measures !== false) this.#planCollection();
    this.#planReport();
  }

  #planCollection(): void {
    const t = nextMoment(this.rtu, this.cycles.collection, this.#now() + 1);
    this.#planned.collection = this.#after(t - this.#now(), () => {
      this.#planCollection();
      this.collect(t);
      if (this.rtu.temper.awake && this.connected) void this.transmit();
    });
  }

  #planReport(): void {
    const { send } = this.cycles;
    const lag = Math.min(delay(this.rtu), send * 400);
    const t = nextMoment(this.rtu, send, this.#now() + 1 - lag) + lag;
    this.#planned.report = this.#after(t - this.#now(), () => {
      this.#planReport();
      return this.visit('timed');
    });
  }

  /** Stays for commands, longer while some come, then leaves. */
  #stay(ms: number): void {
    this.#stayUntil = this.#now() + ms;
    const look = () => {
      const rest = this.#stayUntil - this.#now();
      if (rest > 0) this.#after(rest, look);
      else void this.#sender.settled().then(() => this.#session?.leave());
    };
    this.#after(ms, look);
  }
}
