/** The scripts that the product brings: texts of a folder, each told of as it declares itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../../base/errors.ts';
import type { LibraryScript } from '../../../contract/scripts.ts';

type Declared = Pick<LibraryScript, 'title' | 'description' | 'arguments'>;
interface Entry {
  readonly script: LibraryScript;
  readonly text: string;
}

const file = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.ts$/;

/** Reads the folder when it is first asked for, and what each script declares once. */
export class ScriptLibrary {
  #entries: Promise<readonly Entry[]> | null = null;

  constructor(
    readonly folder: string | null,
    /** What a text declares, without running it. */
    readonly declare: (text: string) => Promise<Declared>,
  ) {}

  /** By id. */
  async list(): Promise<readonly LibraryScript[]> {
    return (await this.#read()).map(({ script }) => script);
  }

  /** @throws Refusal 404 for a name that the library does not have */
  async one(id: string): Promise<Entry> {
    const entry = (await this.#read()).find(({ script }) => script.id === id);
    if (entry === undefined) throw new Refusal(404, 'api.notFound', { what: `script ${id}` });
    return entry;
  }

  #read(): Promise<readonly Entry[]> {
    this.#entries ??= this.#load().catch((error: unknown) => {
      this.#entries = null;
      throw error;
    });
    return this.#entries;
  }

  async #load(): Promise<readonly Entry[]> {
    const { folder } = this;
    if (folder === null) return [];
    const ids = readdirSync(folder)
      .flatMap((name) => file.exec(name)?.[1] ?? [])
      .sort();
    const entries: Entry[] = [];
    for (const id of ids) {
      const text = readFileSync(join(folder, `${id}.ts`), 'utf8');
      entries.push({ script: { id, ...(await this.declare(text)) }, text });
    }
    return entries;
  }
}
