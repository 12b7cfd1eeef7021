/** Looks after the alarm system itself: duties that nobody has, channels, and a sign of life for whoever watches from outside. */
import { Outgoing } from '../../outgoing.ts';
import type { Storage } from '../../storage/storage.ts';
import { WorkLoop } from '../../work/loop.ts';
import type { WorkPermit } from '../../work/permit.ts';
import { lookAtRota } from './duty-gaps.ts';
import { lookAtChannels } from './failing-channel.ts';

const minute = 60_000;
/** The longest wait, ms: what another process has saved is noticed by then. */
const lookEvery = minute;
/** The shortest wait, ms: a look takes a while itself, and must be over before the next one is wanted. */
const leastWait = 100;
/** Evaluation, or a message of orange or red, may be behind by so much while all is called well, ms. */
export const mostBehind = minute;

export interface WatchOptions {
  readonly storage: Storage;
  readonly heartbeatUrl: string | null;
  readonly behind: () => number;
  readonly failed: (error: unknown) => void;
  readonly notified: () => void;
  readonly ca?: string;
  readonly now: () => number;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

export class Watch {
  readonly #options: WatchOptions;
  readonly #loop: WorkLoop<'look' | 'beat'>;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#loop = new WorkLoop<'look' | 'beat'>({
      run: (key) => (key === 'look' ? this.#look() : this.#beat()),
      failed: options.failed,
      permit: options.permit,
      again: [minute],
    });
  }

  start(): void {
    this.#loop.wake('look');
    if (this.#options.heartbeatUrl !== null) this.#loop.wake('beat');
  }

  /** Rotas or webhooks were saved. */
  changed(): void {
    this.#loop.wake('look');
  }

  async settle(): Promise<void> {
    this.start();
    await this.#loop.settled();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** True while evaluation, storage and notification all work. @throws where the storage does not */
  async isWell(): Promise<boolean> {
    const { storage, behind, now } = this.#options;
    const late = await storage.db
      .selectFrom('messages')
      .select('id')
      .where('due_at', '<', now() - mostBehind)
      .where('rank', '>=', 3)
      .limit(1)
      .executeTakeFirst();
    await storage.write(async () => {});
    return behind() < mostBehind && late === undefined;
  }

  async #beat(): Promise<number> {
    const { heartbeatUrl, ca } = this.#options;
    if (heartbeatUrl === null) return minute;
    // Its address is a setting of the operator, inside or outside.
    const outgoing = new Outgoing({
      allowed: [new URL(heartbeatUrl).origin],
      ...(ca === undefined ? {} : { ca }),
      most: 4096,
    });
    if (await this.isWell()) await outgoing.call(heartbeatUrl, { method: 'POST' });
    return minute;
  }

  /** Brings the alarms of rotas and channels to how they stand; a rota when it is due. */
  async #look(): Promise<number> {
    const { storage, now, notified } = this.#options;
    const t = now();
    const due = await storage.db
      .selectFrom('notify_rotas')
      .select('id')
      .where('due_at', '<=', t)
      .orderBy('due_at')
      .execute();
    for (const { id } of due) await storage.write((db) => lookAtRota(db, id, t));
    await storage.write((db) => lookAtChannels(db, t));
    notified();
    const next = await storage.db
      .selectFrom('notify_rotas')
      .select('due_at')
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    return Math.max(leastWait, Math.min(lookEvery, (next?.due_at ?? Number.POSITIVE_INFINITY) - now()));
  }
}
