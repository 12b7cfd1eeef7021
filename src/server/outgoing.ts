/** The one way out over HTTP: no other code of the server may call another machine (a law sees to it; tests/server/security/README.md#operations, S66). */

export interface OutgoingOptions {
  /** Origins that may be called, e.g. `https://hooks.example.org`. */
  readonly allowed: readonly string[];
  /** ms for a call with its answer. */
  readonly timeout?: number;
  /** Bytes that an answer may have. */
  readonly most?: number;
}

export interface OutgoingCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Why a call was not made, or its answer not taken. */
export class OutgoingRefusal extends Error {
  override readonly name = 'OutgoingRefusal';
}

/** An origin in its one form. @throws OutgoingRefusal for what is none, has a path or a password, or is no HTTP */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!plain || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutgoingRefusal('an origin is wanted, such as https://host:port');
  return url.origin;
}

/** Calls to the origins that the operator has allowed, and to no others; redirects are answers, not followed. */
export class Outgoing {
  readonly #allowed: ReadonlySet<string>;
  readonly #timeout: number;
  readonly #most: number;

  constructor({ allowed, timeout = 10_000, most = 1 << 20 }: OutgoingOptions) {
    this.#allowed = new Set(allowed.map(originOf));
    this.#timeout = timeout;
    this.#most = most;
  }

  /** @throws OutgoingRefusal when the address is not allowed or the answer too large; the network's own error */
  async call(
    address: string,
    { method = 'GET', headers = {}, body }: OutgoingCall = {},
  ): Promise<OutgoingAnswer> {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url === null || !this.#allowed.has(url.origin) || url.username !== '' || url.password !== '')
      throw new OutgoingRefusal(
        `${url?.origin ?? 'the address'} is not among the origins that may be called`,
      );
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      // A redirect would lead past the list.
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#timeout),
      ...(body === undefined ? {} : { body }),
    });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > this.#most) throw new OutgoingRefusal(`the answer is larger than ${this.#most} bytes`);
      parts.push(part);
    }
    return { status: response.status, body: Buffer.concat(parts) };
  }
}
