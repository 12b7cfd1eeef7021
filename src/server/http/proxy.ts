import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whose word about the client's address counts: proxies at these addresses (IP or CIDR), or so many proxies before this
 * server. Null = nobody's: then the address is that of the connection.
 */
export type ProxyTrust = readonly string[] | number | null;

/** More hops than anybody has; a larger number is a mistake. */
const mostHops = 16;

/**
 * Reads `TRUST_PROXY`: `10.0.0.7`, `10.0.0.0/8, fd00::/8`, or a number of proxies.
 * @throws Error for what is neither, and for what would let everybody say who they are
 */
export function readTrust(text: string | undefined): ProxyTrust {
  if (text === undefined) return null;
  const wrong = (part: string) =>
    new Error(`TRUST_PROXY: ${part} is no address, no CIDR and no number of proxies (1\u2013${mostHops})`);
  if (/^\d+$/.test(text.trim())) {
    const hops = Number(text);
    if (hops < 1 || hops > mostHops) throw wrong(text);
    return hops;
  }
  const parts = text.split(',').map((part) => part.trim());
  for (const part of parts) {
    const [address = '', prefix, ...rest] = part.split('/');
    const most = isIPv6(address) ? 128 : 32;
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most);
    if (isIP(address) === 0 || rest.length > 0 || !isPrefix) throw wrong(part);
    if (prefix !== undefined && Number(prefix) === 0)
      throw new Error(`TRUST_PROXY: ${part} is everybody: then every client could name its own address`);
  }
  return parts;
}

/** As Fastify asks: whether what is at `address` is believed about who is behind it; hop 0 is the connection itself. */
export function trustsOf(trust: ProxyTrust): false | ((address: string, hop: number) => boolean) {
  if (trust === null) return false;
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const list = new BlockList();
  for (const part of trust) {
    const [address = '', prefix] = part.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Whether what is at an address is a trusted proxy; undefined where none is named. */
export function trustsAddress(trust: ProxyTrust): ((address: string) => boolean) | undefined {
  const trusts = trustsOf(trust);
  if (trusts === false || typeof trust === 'number') return undefined;
  // As a socket that listens for both families writes an IPv4 address.
  return (address) => trusts(address.replace(/^::ffff:(?=\d+\.)/i, ''), 0);
}

/** An address as some proxies write it, with its port, without it; null for what is none. */
function bare(text: string): string | null {
  const plain =
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? /^\[([0-9a-f:.]+)\](?::\d+)?$/i.exec(text)?.[1];
  const address = plain ?? text;
  return isIP(address) === 0 ? null : address;
}

/** The client's address: as a trusted proxy names it, else that of the connection. */
export function addressOf(request: FastifyRequest): string {
  return bare(request.ip ?? '') ?? request.socket.remoteAddress ?? '';
}

/** What proxies add: then the connection says nothing of who asks. */
const forwarding =
  /^(x-)?forwarded|forwarded-for$|^via$|real-ip$|client-ip$|connecting-ip$|^x-envoy-|^x-proxyuser/;

/** True for a request that some proxy has passed on. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Object.keys(headers).some((name) => forwarding.test(name));
}

const loopback = (address: string) => /^(::ffff:)?127\.|^::1$/i.test(address);

/**
 * True for a request of this machine itself. One that a proxy passed on is none, whatever source it names; nor is one
 * of a proxy that is trusted and names nobody, one by another name than this machine's own, which is what a proxy or a
 * foreign page asks by, and one of HTTP/1.0, which proxies without any settings speak.
 */
export function isFromHere(request: FastifyRequest, trust: ProxyTrust): boolean {
  const from = request.socket.remoteAddress ?? '';
  const name = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const isOwnName = name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
  const trusts = trustsOf(trust);
  const isProxy = trusts !== false && trusts(from, 0);
  const { httpVersion } = request.raw;
  return loopback(from) && isOwnName && httpVersion !== '1.0' && !isForwarded(request) && !isProxy;
}
