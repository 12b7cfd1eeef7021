/**
 * The header by which a balancer names the client of a connection, before the first byte of the client: PROXY protocol,
 * versions 1 and 2 (haproxy.org, "The PROXY protocol", 2020).
 */
import { isIP, type Socket } from 'node:net';

/** The longest header of version 1, and of version 2 with what a balancer may add; bytes. */
const longestText = 107;
const longestBinary = 16 + 2048;
const signature = Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]);

/** What stands at the beginning of what came. */
export type ProxyHeader =
  /** `address`: null where the balancer speaks for itself, as it does to see whether the server lives. */
  | { readonly is: 'header'; readonly address: string | null; readonly length: number }
  | { readonly is: 'part' }
  | { readonly is: 'none' };

const none: ProxyHeader = { is: 'none' };
const part: ProxyHeader = { is: 'part' };

function readText(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, longestText).indexOf('\r\n');
  if (end < 0) return bytes.length < longestText ? part : none;
  const length = end + 2;
  const [, family, source = '', ...others] = bytes.toString('latin1', 0, end).split(' ');
  if (family === 'UNKNOWN') return { is: 'header', address: null, length };
  const version = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : 0;
  if (version === 0 || others.length !== 3 || isIP(source) !== version) return none;
  return { is: 'header', address: source, length };
}

function ipv6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16));
  return groups.join(':');
}

function readBinary(bytes: Buffer): ProxyHeader {
  if (bytes.length < 16) return part;
  const [version = 0, family = 0] = bytes.subarray(12, 14);
  const length = 16 + bytes.readUInt16BE(14);
  if (version >> 4 !== 2 || (version & 0xf) > 1 || length > longestBinary) return none;
  if (bytes.length < length) return part;
  // LOCAL: a connection of the balancer's own.
  if ((version & 0xf) === 0) return { is: 'header', address: null, length };
  if (family === 0x11 && length >= 28)
    return { is: 'header', address: [...bytes.subarray(16, 20)].join('.'), length };
  if (family === 0x21 && length >= 52) return { is: 'header', address: ipv6(bytes.subarray(16, 32)), length };
  return none;
}

/** Reads the header at the beginning of what came so far. */
export function parseProxyHeader(bytes: Buffer): ProxyHeader {
  const known = Math.min(bytes.length, signature.length);
  if (known > 0 && bytes.subarray(0, known).equals(signature.subarray(0, known)))
    return known < signature.length ? part : readBinary(bytes);
  const word = 'PROXY ';
  const text = bytes.toString('latin1', 0, word.length);
  if (text === word) return readText(bytes);
  return bytes.length < word.length && word.startsWith(text) ? part : none;
}

/**
 * Waits for the header of a connection, takes it out of what is read next, and answers the client's address; null where
 * the balancer speaks for itself. Rejects where no header comes, or none in time.
 */
export function readProxyHeader(socket: Socket, time: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const done = (error: Error | null, address: string | null = null) => {
      clearTimeout(timer);
      socket.off('data', take);
      socket.off('close', gone);
      socket.off('error', gone);
      socket.pause();
      if (error === null) resolve(address);
      else reject(error);
    };
    const gone = () => done(new Error('closed before its header'));
    const timer = setTimeout(() => done(new Error('no header in time')), time);
    const take = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const found = parseProxyHeader(bytes);
      if (found.is === 'part') return;
      if (found.is === 'none') return done(new Error('no header of a balancer'));
      done(null, found.address);
      const rest = bytes.subarray(found.length);
      if (rest.length > 0) socket.unshift(rest);
    };
    socket.on('data', take);
    socket.on('close', gone);
    socket.on('error', gone);
  });
}
