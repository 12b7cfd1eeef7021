/** Holds the devices of assigned standard sets against them, each minute: what drifts is written down, and reported. */
import { setImmediate as turn } from 'node:timers/promises';
import { kindByCode } from '../../catalogue/index.ts';
import type { GroupId } from '../../catalogue/model.ts';
import { parameterFields } from '../../derive/parameter-fields.ts';
import { sameValue } from '../../domain/parameters/same-value.ts';
import { readScopeFacts } from '../alarms/rules/scope-facts.ts';
import { type PlacedTarget, targetsOf } from '../alarms/rules/targets.ts';
import { parseValues, rtuSlot } from '../delivery/row.ts';
import { parseReported } from '../delivery/shadow.ts';
import { zoneOfCompany } from '../notify/zone-of-company.ts';
import { inParts } from '../plans/in-parts.ts';
import type { Board } from '../sites/board.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { writeNotice } from '../work-notices/write.ts';

const minute = 60_000;
/** How often it is looked, ms: drift is listed by then. */
const lookEvery = minute;
/** Devices that are read together. */
const together = 400;
const day = 24 * 60 * minute;

export interface DriftWatchOptions {
  readonly storage: Storage;
  readonly board: Board;
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

interface Found {
  readonly rtuId: number;
  readonly slot: number;
  readonly field: string;
  readonly value: string;
  readonly at: number;
}
const keyOf = ({ rtuId, slot, field }: Pick<Found, 'rtuId' | 'slot' | 'field'>) =>
  `${rtuId}/${slot}/${field}`;

/** An assigned standard set with what it wants, and of whom. */
async function watchedOf(db: Db, standardId: number) {
  const row = await db
    .selectFrom('standard_watches')
    .innerJoin('standards', 'standards.id', 'standard_watches.standard_id')
    .select(['standards.id', 'company_id', 'kind', 'group_id', 'name', 'wanted', 'revision'])
    .select(['scope', 'user_id', 'devices', 'unknown', 'checked_at'])
    .where('standards.id', '=', standardId)
    .executeTakeFirst();
  return row ?? null;
}
type Watched = NonNullable<Awaited<ReturnType<typeof watchedOf>>>;

export class DriftWatch {
  readonly #options: DriftWatchOptions;
  readonly #now: () => number;
  readonly #loop: WorkLoop;

  constructor(options: DriftWatchOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const { failed, permit } = options;
    this.#loop = new WorkLoop({ run: () => this.#look(), failed, permit, again: [lookEvery] });
  }

  start(): void {
    this.#loop.wake();
  }

  /** A standard set was changed or assigned: it is looked at at once. */
  changed(): void {
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Looks at all of them once. */
  async settle(): Promise<void> {
    this.#loop.wake();
    await this.#loop.settled();
  }

  async #look(): Promise<number> {
    const { db } = this.#options.storage;
    const rows = await db
      .selectFrom('standard_watches')
      .select('standard_id')
      .orderBy('standard_id')
      .execute();
    for (const row of rows) {
      if (this.#loop.isStopped) break;
      await this.#lookAt(row.standard_id);
    }
    return lookEvery;
  }

  /** Devices that the standard is meant for now. */
  async #targets(watched: Watched): Promise<readonly PlacedTarget[]> {
    const { storage, board } = this.#options;
    const { kind, company_id: companyId } = watched;
    const scope = { ...fromJson(watched.scope), kinds: kind === null ? [] : [kind], mounts: [] };
    const of = kind === null ? 'rtu' : 'sensor';
    return targetsOf({ of, scope }, board.sites({ companyId }), await readScopeFacts(storage.db));
  }

  /** Fields that differ, and how many devices have not reported all that the standard speaks of. */
  async #compare(watched: Watched, targets: readonly PlacedTarget[]) {
    const { db } = this.#options.storage;
    const wanted = Object.entries(parseValues(watched.wanted));
    const group = watched.group_id as GroupId;
    const kind = watched.kind === null ? undefined : kindByCode(watched.kind);
    const fields = new Map(parameterFields(group, kind).map((field) => [field.id, field]));
    const found: Found[] = [];
    let unknown = 0;
    for (let from = 0; from < targets.length; from += together) {
      if (from > 0) await turn();
      const part = targets.slice(from, from + together);
      const rows = await db
        .selectFrom('parameters')
        .selectAll()
        .where('rtu_id', 'in', [...new Set(part.map(({ rtuId }) => rtuId))])
        .execute();
      const reportedOf = new Map(rows.map((row) => [`${row.rtu_id}/${row.slot}`, row.reported]));
      for (const { rtuId, sensor } of part) {
        const slot = sensor?.slot ?? rtuSlot;
        const reported = parseReported(reportedOf.get(`${rtuId}/${slot}`));
        let isWhole = true;
        for (const [id, value] of wanted) {
          const known = reported[`${group}/${id}`];
          const field = fields.get(id);
          if (known === undefined) isWhole = false;
          else if (field !== undefined && !sameValue(field, known[0], value))
            found.push({ rtuId, slot, field: id, value: JSON.stringify(known[0]), at: known[1] });
        }
        if (!isWhole) unknown += 1;
      }
    }
    return { found, unknown };
  }

  async #lookAt(standardId: number): Promise<void> {
    const { storage } = this.#options;
    const watched = await watchedOf(storage.db, standardId);
    if (watched === null) return;
    const targets = await this.#targets(watched);
    const { found, unknown } = await this.#compare(watched, targets);
    const before = await driftsOf(storage.db, standardId);
    const isSame =
      watched.checked_at !== null &&
      watched.devices === targets.length &&
      watched.unknown === unknown &&
      before.size === found.length &&
      found.every((one) => before.get(keyOf(one))?.value === one.value);
    // How long ago it was looked at last need not be exact to the minute.
    if (isSame && this.#now() - (watched.checked_at ?? 0) < 10 * minute) return;
    await storage.write((db) => this.#write(db, watched, { devices: targets.length, unknown, found }));
  }

  async #write(
    db: Db,
    watched: Watched,
    { devices, unknown, found }: { devices: number; unknown: number; found: readonly Found[] },
  ): Promise<void> {
    // Another process, or a person, may have been first: then the next look is theirs.
    const current = await watchedOf(db, watched.id);
    if (current?.revision !== watched.revision) return;
    const now = this.#now();
    const before = await driftsOf(db, watched.id);
    const isThere = new Set(found.map(keyOf));
    const gone = [...before].filter(([key]) => !isThere.has(key)).map(([, row]) => row);
    await inParts(gone, (part) =>
      db
        .deleteFrom('standard_drifts')
        .where('standard_id', '=', watched.id)
        .where(({ or, and, eb }) =>
          or(
            part.map(({ rtuId, slot, field }) =>
              and([eb('rtu_id', '=', rtuId), eb('slot', '=', slot), eb('field', '=', field)]),
            ),
          ),
        )
        .execute(),
    );
    const fresh = found.filter((one) => !before.has(keyOf(one)));
    const moved = found.filter((one) => before.get(keyOf(one))?.value !== one.value);
    await inParts(moved, (part) =>
      db
        .insertInto('standard_drifts')
        .values(
          part.map(({ rtuId, slot, field, value, at }) => ({
            ...{ standard_id: watched.id, rtu_id: rtuId, slot, field, since: now },
            ...{ value, reported_at: at },
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['standard_id', 'rtu_id', 'slot', 'field']).doUpdateSet(({ ref }) => ({
            value: ref('excluded.value'),
            reported_at: ref('excluded.reported_at'),
          })),
        )
        .execute(),
    );
    await db
      .updateTable('standard_watches')
      .set({ devices, unknown, checked_at: now })
      .where('standard_id', '=', watched.id)
      .execute();
    if (fresh.length > 0) await this.#report(db, watched, found, now);
  }

  /** Whoever assigned it is notified, once a day at most. */
  async #report(db: Db, watched: Watched, found: readonly Found[], now: number): Promise<void> {
    const devices = new Set(found.map(({ rtuId, slot }) => `${rtuId}/${slot}`)).size;
    await writeNotice(db, {
      ...{ key: `standard:${watched.id}:drift:${Math.floor(now / day)}`, work: `standard:${watched.id}` },
      ...{ how: 'standardDrift', userId: watched.user_id, companyId: watched.company_id, at: now },
      params: { subject: watched.name, devices, fields: found.length },
      address: `/standards/${watched.id}`,
      timeZone: await zoneOfCompany(db, watched.company_id),
    });
  }
}

/** What is written down of a standard set, by device and field. */
async function driftsOf(db: Db, standardId: number): Promise<ReadonlyMap<string, Found>> {
  const rows = await db
    .selectFrom('standard_drifts')
    .selectAll()
    .where('standard_id', '=', standardId)
    .execute();
  return new Map(
    rows
      .map((row) => ({
        ...{ rtuId: row.rtu_id, slot: row.slot, field: row.field },
        ...{ value: row.value, at: row.reported_at },
      }))
      .map((one) => [keyOf(one), one]),
  );
}
