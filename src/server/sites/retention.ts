/** Removes readings that are older than their project keeps them; summaries of hours and days stay. */
import { sql } from 'kysely';
import type { Storage } from '../storage/storage.ts';
import { storedRow } from '../storage/tables.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';

const day = 86_400_000;
/** ms after the start, and between two looks: what is to go is whole days. */
const first = 120_000;
const every = 3_600_000;
/** ms between two sources: a first removal of years must not hold up what arrives. */
const pause = 50;

export interface RetentionOptions {
  readonly storage: Storage;
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

interface Due {
  readonly row_id: string;
  readonly source_id: number;
  readonly retention_days: number;
}

export class Retention {
  readonly #options: RetentionOptions;
  readonly #now: () => number;
  readonly #loop: WorkLoop<'remove'>;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#loop = new WorkLoop({
      run: (_, turn) => this.#run(() => turn.isOver),
      failed: options.failed,
      permit: options.permit,
      again: [every],
    });
  }

  start(): void {
    this.#loop.wake('remove', first);
  }

  /** Removes all that is due now. */
  async settle(): Promise<void> {
    this.#loop.wake('remove');
    await this.#loop.settled();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Sources whose oldest readings may be older than their project keeps them. */
  async #due(): Promise<readonly Due[]> {
    const bound = sql`(${this.#now()} - p.retention_days * ${day} - ${day})`;
    const { rows } = await sql<Due>`
      SELECT DISTINCT l.row_id, l.source_id, p.retention_days FROM latest l
      JOIN rtus r ON r.id = CASE WHEN l.row_id = 'status' THEN l.source_id
        ELSE (SELECT n.rtu_id FROM sensors n WHERE n.id = l.source_id) END
      JOIN stations s ON s.id = r.station_id
      JOIN projects p ON p.id = s.project_id
      LEFT JOIN reading_floors f ON f.row_id = l.row_id AND f.source_id = l.source_id
      WHERE p.retention_days IS NOT NULL AND (f.t IS NULL OR f.t <= ${bound})
      ORDER BY l.row_id, l.source_id`.execute(this.#options.storage.db);
    return rows;
  }

  async #run(isOver: () => boolean): Promise<number> {
    const { readings } = this.#options.storage;
    for (const { row_id, source_id, retention_days } of await this.#due()) {
      if (isOver()) break;
      const gone = await readings.prune(
        storedRow(row_id).id,
        [source_id],
        this.#now() - Number(retention_days) * day,
      );
      if (gone > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return every;
  }
}
