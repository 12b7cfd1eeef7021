/** What devices collected, kept outside the server, against what is in the database: nothing lost, nothing doubled. */
import type { RowId } from '../../src/catalogue/model.ts';
import type { Storage } from '../../src/server/storage/storage.ts';
import type { Sample, SampleValues } from '../../src/simulator/sample.ts';

interface Collected {
  readonly row: RowId;
  readonly sourceId: number;
  readonly values: SampleValues;
}
export interface Verdict {
  readonly lost: readonly string[];
  readonly foreign: readonly string[];
  readonly doubled: readonly string[];
  readonly different: readonly string[];
}

export class Oracle {
  readonly #collected = new Map<string, Collected>();

  get size(): number {
    return this.#collected.size;
  }

  /** Takes note of samples as a device collected them. */
  collected(sourceId: number, samples: readonly Sample[]): void {
    for (const { row, element, t, values } of samples) {
      const key = `${row}/${sourceId}/${element}/${t}`;
      if (!this.#collected.has(key)) this.#collected.set(key, { row, sourceId, values });
    }
  }

  async compare({ readings }: Storage): Promise<Verdict> {
    const series = new Map<string, { row: RowId; sourceId: number; element: number }>();
    for (const key of this.#collected.keys()) {
      const [row, sourceId, element] = key.split('/');
      const place = { row: row as RowId, sourceId: Number(sourceId), element: Number(element) };
      series.set(`${row}/${sourceId}/${element}`, place);
    }
    const stored = new Set<string>();
    const doubled: string[] = [];
    const different: string[] = [];
    for (const { row, sourceId, element } of series.values()) {
      const query = { row, sourceId, element, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1_000_000 };
      const page = await readings.rows(query);
      if (page.rows.length !== page.total) doubled.push(`${row}/${sourceId}/${element} ${page.total}`);
      for (const { t, values } of page.rows) {
        const key = `${row}/${sourceId}/${element}/${t}`;
        if (stored.has(key)) doubled.push(key);
        stored.add(key);
        for (const [name, value] of Object.entries(this.#collected.get(key)?.values ?? {})) {
          if (value instanceof Uint8Array) continue;
          if ((values[name] ?? null) !== value) different.push(`${key} ${name} ${values[name]} ${value}`);
        }
      }
    }
    return {
      lost: [...this.#collected.keys()].filter((key) => !stored.has(key)),
      foreign: [...stored].filter((key) => !this.#collected.has(key)),
      doubled,
      different,
    };
  }
}
