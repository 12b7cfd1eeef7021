/** The scripts that the product brings: texts of a folder, each described by its own declaration. */
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
/** Declarations that are read at the same time: each takes a thread of the sandbox. */
const atOnce = 3;
const undeclared: Declared = { title: null, description: null, arguments: [] };

/** Reads the folder when it is first asked for, and what each script declares once. */
export class ScriptLibrary {
  #texts: ReadonlyMap<string, string> | null = null;
  readonly #declared = new Map<string, Promise<Declared>>();

  constructor(
    readonly folder: string | null,
    /** What a text declares, without running it; null where that could not be read now. */
    readonly declare: (text: string) => Promise<Declared | null>,
  ) {}

  /** By id. Asked once ahead of time, it answers at once from then on. */
  async list(): Promise<readonly LibraryScript[]> {
    const texts = [...this.#read()];
    const found: LibraryScript[] = [];
    let next = 0;
    const work = async () => {
      for (let at = next++; at < texts.length; at = next++) {
        const [id, text] = texts[at] ?? ['', ''];
        found[at] = { id, ...(await this.#declaredBy(id, text)) };
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return found;
  }

  /** True for a name that the library has. */
  has(id: string): boolean {
    return this.#read().has(id);
  }

  /** The text of a script. @throws Refusal 404 for a name that the library does not have */
  textOf(id: string): string {
    const text = this.#read().get(id);
    if (text === undefined) throw new Refusal(404, 'api.notFound', { what: `script ${id}` });
    return text;
  }

  /** @throws Refusal 404 for a name that the library does not have */
  async one(id: string): Promise<Entry> {
    const text = this.textOf(id);
    return { script: { id, ...(await this.#declaredBy(id, text)) }, text };
  }

  #declaredBy(id: string, text: string): Promise<Declared> {
    const known = this.#declared.get(id);
    if (known !== undefined) return known;
    // What could not be read is asked for anew the next time.
    const forget = () => this.#declared.delete(id);
    const reading = this.declare(text).then(
      (declared) => {
        if (declared === null) forget();
        return declared ?? undeclared;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    this.#declared.set(id, reading);
    return reading;
  }

  #read(): ReadonlyMap<string, string> {
    this.#texts ??= this.#load();
    return this.#texts;
  }

  #load(): ReadonlyMap<string, string> {
    const { folder } = this;
    if (folder === null) return new Map();
    const ids = readdirSync(folder)
      .flatMap((name) => file.exec(name)?.[1] ?? [])
      .sort();
    return new Map(ids.map((id) => [id, readFileSync(join(folder, `${id}.ts`), 'utf8')]));
  }
}
