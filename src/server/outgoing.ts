/** The one way out over HTTP: no other code of the server may call another machine (a law sees to it; tests/server/security/README.md#operations, S66). */
import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import ipaddr from 'ipaddr.js';

export interface OutgoingOptions {
  /** Origins that may be called, e.g. `https://hooks.example.org`, wherever they are. */
  readonly allowed: readonly string[];
  /** Others may be called too where their address is one of the public Internet; false where nothing is said. */
  readonly anyPublic?: boolean;
  /** Certificates of authorities, PEM, that are trusted besides the usual ones. */
  readonly ca?: string;
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

/** Why a call was not made. */
export class OutgoingRefusal extends Error {
  override readonly name = 'OutgoingRefusal';
}

/** The answer was larger than asked for. */
export class OversizedAnswer extends Error {
  override readonly name = 'OversizedAnswer';
}

/** An origin in its one form. @throws OutgoingRefusal for what is none, has a path or a password, or is no HTTP */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!plain || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutgoingRefusal('an origin is wanted, such as https://host:port');
  return url.origin;
}

/** True for an address of the public Internet: no loopback, link-local, private, shared or reserved one (A12). */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

const notPublic = (host: string) => new OutgoingRefusal(`${host} is not on the public Internet`);

/** Finds the address of a name; one that leads inside is refused, and is never connected to. */
const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, '');
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
      return done(notPublic(host), '');
    if (options.all === true) return done(null, found);
    return done(null, first.address, first.family);
  });
};

/** Calls to the origins that the operator has allowed, and to public ones where that is asked for; redirects are answers, not followed. */
export class Outgoing {
  readonly #options: OutgoingOptions;
  readonly #allowed: ReadonlySet<string>;

  constructor(options: OutgoingOptions) {
    this.#options = options;
    this.#allowed = new Set(options.allowed.map(originOf));
  }

  /**
   * Looks whether an address could be called, as far as it says so itself: a name that leads inside is found out when it
   * is called. @throws OutgoingRefusal
   */
  check(address: string): URL {
    const { anyPublic = false } = this.#options;
    const url = URL.canParse(address) ? new URL(address) : null;
    const isPlain =
      url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
    if (!isPlain || (!anyPublic && !this.#allowed.has(url.origin)))
      throw new OutgoingRefusal(
        `${url?.origin ?? 'the address'} is not among the origins that may be called`,
      );
    if (this.#allowed.has(url.origin)) return url;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (ipaddr.isValid(host) ? !isPublicAddress(host) : !host.includes('.')) throw notPublic(host);
    return url;
  }

  /** @throws OutgoingRefusal when the address is not allowed; OversizedAnswer; the network's own error */
  async call(
    address: string,
    { method = 'GET', headers = {}, body }: OutgoingCall = {},
  ): Promise<OutgoingAnswer> {
    const url = this.check(address);
    const { timeout = 10_000, ca } = this.#options;
    const signal = AbortSignal.timeout(timeout);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const call = send(url, {
        method,
        headers:
          body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        // A connection of its own: one that is kept could be that of another name.
        agent: false,
        signal,
        ...(this.#allowed.has(url.origin) ? {} : { lookup: publicLookup }),
        ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      });
      call.on('response', resolve).on('error', reject);
      call.end(body);
    });
    return { status: response.statusCode ?? 0, body: await this.#read(response) };
  }

  async #read(response: IncomingMessage): Promise<Uint8Array> {
    const { most = 1 << 20 } = this.#options;
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > most) {
        response.destroy();
        throw new OversizedAnswer(`the answer is larger than ${most} bytes`);
      }
      parts.push(part);
    }
    return Buffer.concat(parts);
  }
}
