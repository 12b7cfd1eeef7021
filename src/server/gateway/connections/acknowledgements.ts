/** PUBACKs of one connection: each goes out when its message is dealt with, in the order in which messages came. */
export class Acknowledgements {
  readonly #send: (bytes: Buffer) => void;
  #open: { readonly id: number; settled: boolean }[] = [];

  /** @param send puts bytes on the wire, whole packets at a time */
  constructor(send: (bytes: Buffer) => void) {
    this.#send = send;
  }

  /** A message with this packet id has come; the answer acknowledges it. */
  expect(id: number): () => void {
    const entry = { id, settled: false };
    this.#open.push(entry);
    return () => {
      entry.settled = true;
      if (this.#open[0] === entry) this.#flush();
    };
  }

  #flush(): void {
    const until = this.#open.findIndex(({ settled }) => !settled);
    const settled = until < 0 ? this.#open : this.#open.slice(0, until);
    this.#open = until < 0 ? [] : this.#open.slice(until);
    const bytes = Buffer.alloc(settled.length * 4);
    for (const [index, { id }] of settled.entries()) {
      bytes.writeUInt16BE(0x4002, index * 4);
      bytes.writeUInt16BE(id, index * 4 + 2);
    }
    this.#send(bytes);
  }
}
