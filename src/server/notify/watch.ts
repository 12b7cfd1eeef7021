/** Looks after the alarm system itself: duties that nobody has, and a sign of life for whoever watches from outside. */
import { formatTime } from '../../base/time-text.ts';
import { gapsOf } from '../../domain/notify/rota.ts';
import { Outgoing } from '../outgoing.ts';
import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { addMessage } from './message.ts';
import { waysTo } from './recipients.ts';

const minute = 60_000;
/** How long before it begins a gap is reported, ms. Assumed. */
export const gapAhead = 24 * 3_600_000;
const gapsEvery = 5 * minute;
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
}

export class Watch {
  readonly #options: WatchOptions;
  readonly #loop: WorkLoop<'gaps' | 'beat'>;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#loop = new WorkLoop<'gaps' | 'beat'>({
      run: (key) => (key === 'gaps' ? this.#gaps() : this.#beat()),
      failed: options.failed,
      again: [minute],
    });
  }

  start(): void {
    this.#loop.wake('gaps');
    if (this.#options.heartbeatUrl !== null) this.#loop.wake('beat');
  }

  /** Rotas were saved. */
  changed(): void {
    this.#loop.wake('gaps');
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

  /** Reports each gap of the next day once, to whoever may fill it. */
  async #gaps(): Promise<number> {
    const { storage, now, notified } = this.#options;
    const t = now();
    const rotas = await storage.db
      .selectFrom('notify_rotas')
      .selectAll()
      .where('deleted_at', 'is', null)
      .execute();
    let isNews = false;
    for (const { id, company_id: companyId, name, body } of rotas) {
      const rota = fromJson(body);
      for (const [layer, { name: layerName }] of rota.layers.entries())
        for (const gap of gapsOf(rota, layer, t, t + gapAhead)) {
          const time = (at: number) => formatTime(at, rota.timeZone, 'dayTime');
          const params = { rota: `${name} · ${layerName}`, from: time(gap.from), to: time(gap.to) };
          isNews = (await this.#report({ companyId, rotaId: id, layer, ...gap }, params, t)) || isNews;
        }
    }
    if (isNews) notified();
    return gapsEvery;
  }

  async #report(
    gap: { companyId: number; rotaId: number; layer: number; from: number; to: number },
    params: Readonly<Record<string, string>>,
    now: number,
  ): Promise<boolean> {
    return this.#options.storage.write(async (db) => {
      // One that goes on is the same one.
      const known = await db
        .selectFrom('rota_gaps')
        .select('to_t')
        .where('rota_id', '=', gap.rotaId)
        .where('layer', '=', gap.layer)
        .where('from_t', '<=', gap.from)
        .where('to_t', '>=', gap.from)
        .executeTakeFirst();
      if (known !== undefined) {
        if (known.to_t < gap.to)
          await db
            .updateTable('rota_gaps')
            .set({ to_t: gap.to })
            .where('rota_id', '=', gap.rotaId)
            .where('layer', '=', gap.layer)
            .where('from_t', '<=', gap.from)
            .where('to_t', '>=', gap.from)
            .execute();
        return false;
      }
      await db
        .insertInto('rota_gaps')
        .values({
          company_id: gap.companyId,
          rota_id: gap.rotaId,
          layer: gap.layer,
          from_t: gap.from,
          to_t: gap.to,
        })
        .execute();
      const people = await db
        .selectFrom('users')
        .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
        .select('users.id')
        .where('role_permissions.permission', '=', 'alarm:notify:edit')
        .where('users.disabled', '=', 0)
        .where('users.company_id', '=', gap.companyId)
        .execute();
      for (const { id } of people)
        for (const receiver of await waysTo(db, id, ['mail', 'push'], gap.companyId))
          await addMessage(db, {
            companyId: gap.companyId,
            projectId: null,
            alarmId: null,
            escalationId: null,
            kind: 'gap',
            rank: 2,
            receiver,
            params,
            dueAt: now,
            now,
          });
      return true;
    });
  }
}
