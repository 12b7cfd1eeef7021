import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedMemory } from '../../simulator/device/memory.ts';

/** Memory of the simulated RTUs between starts: parameters that were set, tracked orders, birth counters. */
export class DemoMemory {
  readonly #path: string;
  readonly #saved: Map<string, SavedMemory>;
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string) {
    this.#path = join(folder, 'devices.json');
    const text = existsSync(this.#path) ? readFileSync(this.#path, 'utf8') : '{}';
    this.#saved = new Map(Object.entries(JSON.parse(text) as Record<string, SavedMemory>));
  }

  load(sn: string): SavedMemory | null {
    return this.#saved.get(sn) ?? null;
  }

  /** Remembers; the file follows within a second. */
  store(sn: string, memory: SavedMemory): void {
    this.#saved.set(sn, memory);
    this.#timer ??= setTimeout(() => this.flush(), 1000);
  }

  /** Writes the file now, whole or not at all. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    writeFileSync(`${this.#path}.new`, JSON.stringify(Object.fromEntries(this.#saved)), { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }
}
