/** Readings that were stored and have not gone out yet: what the database says, whoever wrote it. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { rows as catalogueRows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { Db, OutletSeriesTable } from '../storage/schema.ts';
import type { IngestResult, Reading, Storage, StretchReading } from '../storage/storage.ts';
import type { OutletRow, OutletSource } from './row.ts';

const day = 86_400_000;
/** Readings of one batch. */
export const mostReadings = 500;
/** What was collected longer ago is not sent any more, ms. */
export const oldestReading = 31 * day;
/** How far behind the newest reading of a source a late one is looked for, ms: of what another process stored, and at the first look. */
const lateWindow = 7 * day;
const firstWindow = 2 * day;
/** Ids in one statement. */
const together = 500;
/** Of a source that is far behind so much is read at once, ms. */
const stretchSpan = day;

/** In place of a revision: more of the source waits. */
const unfinished = -1;

const rowIds = Object.keys(catalogueRows) as RowId[];
const keyOf = (row: string, sourceId: number) => `${row}/${sourceId}`;

/** A reading as receivers are given it. */
export interface OutletReading {
  /** The same whenever it is sent: row, source, element, collection time. */
  readonly id: string;
  readonly row: RowId;
  readonly element: number;
  readonly t: number;
  readonly receivedAt: number;
  readonly values: StretchReading['values'];
}

/** What this process knows of how far an outlet's sources were looked at: it saves looking for late readings. */
export class LateHints {
  readonly #earliest = new Map<string, number>();
  readonly #seen = new Set<string>();

  /** Takes in what was just stored. */
  stored(batch: readonly Reading[], { newest }: Pick<IngestResult, 'newest'>): void {
    for (const list of [batch, newest])
      for (const { row, sourceId, t } of list) {
        const key = keyOf(row, sourceId);
        const known = this.#earliest.get(key);
        // Of what was not looked at yet everything is looked for.
        if (this.#seen.has(key) && (known === undefined || t < known)) this.#earliest.set(key, t);
      }
  }

  /** True once a source was looked at by this process. */
  hasSeen(row: string, sourceId: number): boolean {
    return this.#seen.has(keyOf(row, sourceId));
  }

  /** From when on a source has other readings than at its last look; undefined = nothing was stored here. What comes from now on is for the next look. */
  use(row: string, sourceId: number): number | undefined {
    const key = keyOf(row, sourceId);
    const earliest = this.#earliest.get(key);
    this.#earliest.delete(key);
    this.#seen.add(key);
    return earliest;
  }

  /** A source is as it was when all of it had gone out. */
  settled(row: string, sourceId: number): void {
    this.#seen.add(keyOf(row, sourceId));
  }

  /** A look came to nothing: all is looked for again. */
  forget(): void {
    this.#seen.clear();
  }
}

type Place = Omit<OutletSeriesTable, 'outlet_id'>;

/** What a look found: readings, and how far each source has gone with them. */
export interface FoundReadings {
  readonly readings: readonly { readonly source: OutletSource; readonly reading: OutletReading }[];
  readonly places: readonly Place[];
  /** More waits than a batch holds. */
  readonly isFull: boolean;
  /** Readings before that were too old; null = none were. */
  readonly lostUntil: number | null;
}

interface Moved {
  readonly row: RowId;
  readonly source: OutletSource;
  readonly revision: number;
  readonly place: Place | undefined;
}

/** The sum of the revisions of each series: it moves with every change, by whichever process. */
async function revisionsOf(db: Db, sources: readonly OutletSource[]) {
  const found: { row: RowId; source: OutletSource; revision: number }[] = [];
  for (const isRtu of [false, true]) {
    const own = new Map(sources.filter((one) => one.isRtu === isRtu).map((one) => [one.id, one]));
    const ids = [...own.keys()];
    const rows = rowIds.filter((row) => (row === 'status') === isRtu);
    for (let at = 0; at < ids.length; at += together) {
      const answer = await sql<{ row_id: RowId; source_id: number; revision: number }>`
        SELECT row_id, source_id, CAST(SUM(revision) AS BIGINT) AS revision FROM latest
        WHERE row_id IN (${sql.join(rows)}) AND source_id IN (${sql.join(ids.slice(at, at + together))})
        GROUP BY row_id, source_id ORDER BY row_id, source_id`.execute(db);
      for (const { row_id: row, source_id, revision } of answer.rows) {
        const source = own.get(Number(source_id));
        if (source !== undefined) found.push({ row, source, revision: Number(revision) });
      }
    }
  }
  return found;
}

const hashOf = (rows: readonly StretchReading[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ element, values }) => [element, Object.entries(values).sort()])))
    .digest('base64')
    .slice(0, 22);

const readingOf = (row: RowId, sourceId: number, one: StretchReading): OutletReading => ({
  id: `${row}/${sourceId}/${one.element}/${one.t}`,
  ...{ row, element: one.element, t: one.t, receivedAt: one.receivedAt, values: one.values },
});

export interface ReadingLook {
  readonly storage: Storage;
  readonly outlet: OutletRow;
  readonly sources: readonly OutletSource[];
  readonly hints: LateHints;
  readonly now: number;
}

/** Where a source begins that has no place yet. */
const placeOf = ({ outlet }: ReadingLook, { row, source }: Moved): Place => ({
  ...{ row_id: row, source_id: source.id, revision: unfinished, head: '' },
  ...{ t: outlet.since_at, received_at: outlet.since_at },
});

/** How far back late readings of a source are looked for; null = there are none. */
function lateFrom({ hints }: ReadingLook, { row, source, place }: Moved, t: number): number | null {
  const wasSeen = hints.hasSeen(row, source.id);
  const hint = hints.use(row, source.id);
  if (place === undefined) return t - firstWindow;
  if (!wasSeen) return t - oldestReading;
  if (hint !== undefined) return hint < t ? hint : null;
  return place.revision === unfinished ? null : t - lateWindow;
}

/** What of one source has not gone out, at most `most` but for rows of the same time. */
async function ofSource(look: ReadingLook, moved: Moved, most: number) {
  const { storage, now } = look;
  const { row, source, revision } = moved;
  const place = moved.place ?? placeOf(look, moved);
  const read = async (from: number, to: number) =>
    (await storage.readings.stretch(row, [source.id], from, to)).get(source.id) ?? [];
  const late: StretchReading[] = [];
  const back = lateFrom(look, moved, place.t);
  if (back !== null)
    for (const one of await read(Math.max(back, now - oldestReading), place.t))
      if (one.t < place.t && one.receivedAt >= place.received_at) late.push(one);
  const floor = now - oldestReading;
  const lostUntil = place.t < floor && moved.place !== undefined ? floor : null;
  const from = Math.max(place.t, floor);
  let found = await read(from, from < now - stretchSpan ? from + stretchSpan : Number.MAX_SAFE_INTEGER);
  let [until, isWhole] = [from + stretchSpan, from >= now - stretchSpan];
  // Far behind: on until there is something, or the present is reached.
  while (!isWhole && found.filter(({ t }) => t > place.t).length === 0) {
    const next = until >= now - stretchSpan ? Number.MAX_SAFE_INTEGER : until + stretchSpan;
    found = [...found, ...(await read(until + 1, next))];
    isWhole = next === Number.MAX_SAFE_INTEGER;
    until = next;
  }
  const head = found.filter(({ t }) => t === place.t);
  const wasFilled = head.length > 0 && place.head !== '' && hashOf(head) !== place.head;
  const newer = found.filter(({ t }) => t > place.t);
  const room = Math.max(1, most - late.length - (wasFilled ? head.length : 0));
  const cut = newer.length > room ? (newer[room - 1]?.t ?? 0) : Number.POSITIVE_INFINITY;
  const taken = newer.filter(({ t }) => t <= cut);
  const sent = [...late, ...(wasFilled ? head : []), ...taken];
  const t = taken.at(-1)?.t ?? place.t;
  const heads = taken.length > 0 ? taken.filter((one) => one.t === t) : head;
  const isDone = isWhole && taken.length === newer.length;
  return {
    sent,
    lostUntil,
    isDone,
    place: {
      ...{ row_id: row, source_id: source.id, t, head: heads.length === 0 ? place.head : hashOf(heads) },
      // What is left of it is found again though nothing more is stored.
      revision: isDone ? revision : unfinished,
      received_at: Math.max(place.received_at, ...sent.map(({ receivedAt }) => receivedAt)),
    },
  };
}

/** Looks for what of an outlet's sources has not gone out. Reads alone: places are written with the batch. */
export async function findReadings(look: ReadingLook): Promise<FoundReadings> {
  const { storage, outlet, sources, hints } = look;
  const known = await storage.db
    .selectFrom('outlet_series')
    .selectAll()
    .where('outlet_id', '=', outlet.id)
    .execute();
  const placeBy = new Map(known.map((row) => [keyOf(row.row_id, row.source_id), row]));
  const readings: FoundReadings['readings'][number][] = [];
  const places: Place[] = [];
  let [isFull, lostUntil] = [false, null as number | null];
  for (const { row, source, revision } of await revisionsOf(storage.db, sources)) {
    const place = placeBy.get(keyOf(row, source.id));
    if (place?.revision === revision) {
      hints.settled(row, source.id);
      continue;
    }
    if (readings.length >= mostReadings) {
      isFull = true;
      break;
    }
    const found = await ofSource(look, { row, source, revision, place }, mostReadings - readings.length);
    for (const one of found.sent) readings.push({ source, reading: readingOf(row, source.id, one) });
    places.push(found.place);
    if (!found.isDone) isFull = true;
    if (found.lostUntil !== null) lostUntil = Math.max(lostUntil ?? 0, found.lostUntil);
  }
  return { readings, places, isFull, lostUntil };
}
