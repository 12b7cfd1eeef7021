/**
 * Files of watched folders that this server itself is writing. The watch reads them once they are complete: a transfer
 * that stalls looks like a file that stands still.
 */
export class ArrivingFiles {
  readonly #files = new Set<string>();

  /** Notes that a file is being written. Answers what is to be called at its end; null = somebody else writes it. */
  begin(key: string, name: string): (() => void) | null {
    const id = `${key}/${name}`;
    if (this.#files.has(id)) return null;
    this.#files.add(id);
    return () => void this.#files.delete(id);
  }

  has(key: string, name: string): boolean {
    return this.#files.has(`${key}/${name}`);
  }
}
