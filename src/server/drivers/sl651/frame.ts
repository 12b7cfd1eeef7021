/** Frames of SL 651-2014 in HEX/BCD coding, found in a stream of bytes (tables 20 and 22 of the standard). */
import { crc16 } from './crc.ts';

export const control = {
  stx: 0x02,
  etx: 0x03,
  eot: 0x04,
  ack: 0x06,
  nak: 0x15,
  syn: 0x16,
  etb: 0x17,
} as const;

export interface Frame {
  readonly center: number;
  /** Five bytes as ten digits, capital letters. */
  readonly address: string;
  readonly password: number;
  readonly functionCode: number;
  /** Of a message in several packets: how many, and which of them from 1; null for one that is whole. */
  readonly packet: { readonly total: number; readonly number: number } | null;
  readonly body: Uint8Array;
  /** More frames follow (ETB). */
  readonly more: boolean;
  /** All of it, from 7E7E to the checksum. */
  readonly whole: Uint8Array;
}

export type FrameProblem = 'badStart' | 'badDirection' | 'badLength' | 'badEnd' | 'badCrc';

/** Bytes from 7E7E to the start of the text, and after the text: end and checksum. */
const headLength = 14;
const tailLength = 3;
/** Text of the longest frame; twelve bits carry it. Packets of more are not taken (the standard's table 22 allows them). */
const longestBody = 4095;
export const longestFrame = headLength + longestBody + tailLength;

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();

/** Takes bytes as they come and gives the frames in them, and what is wrong with others. Keeps one frame at most. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes that belonged to no frame, ever. */
  strays = 0;

  /** Bytes of a frame that is not complete. */
  get partial(): number {
    return this.#rest.length;
  }

  /** Gives up the frame that does not come to its end. */
  drop(): void {
    this.strays += this.#rest.length;
    this.#rest = Buffer.alloc(0);
  }

  *read(bytes: Uint8Array): Generator<Frame | FrameProblem> {
    this.#rest = this.#rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const start = this.#rest.indexOf('7e7e', 0, 'hex');
      if (start < 0) {
        // The last byte may be the first half of a start.
        this.#skip(this.#rest.length - (this.#rest.at(-1) === 0x7e ? 1 : 0));
        return;
      }
      this.#skip(start);
      if (this.#rest.length < headLength) return;
      const found = readFrame(this.#rest);
      if (found === 'incomplete') return;
      if (typeof found === 'string') {
        // What stands here is no frame, whatever its length says: the next start is looked for behind it.
        this.#skip(1);
        yield found;
      } else {
        this.#rest = this.#rest.subarray(found.length);
        yield found.frame;
      }
    }
  }

  #skip(count: number): void {
    this.strays += count;
    this.#rest = this.#rest.subarray(count);
  }
}

function readFrame(
  bytes: Buffer,
): { readonly frame: Frame; readonly length: number } | FrameProblem | 'incomplete' {
  const start = bytes[13];
  const mark = bytes.readUInt16BE(11);
  if (start !== control.stx && start !== control.syn) return 'badStart';
  if (mark >> 12 !== 0) return 'badDirection';
  const length = mark & 0xfff;
  if (length < (start === control.syn ? 4 : 1)) return 'badLength';
  const end = headLength + length;
  if (bytes.length < end + tailLength) return 'incomplete';
  const last = bytes[end];
  if (last !== control.etx && last !== control.etb) return 'badEnd';
  if (bytes.readUInt16BE(end + 1) !== crc16(bytes.subarray(0, end + 1))) return 'badCrc';
  const text = Uint8Array.from(bytes.subarray(headLength, end));
  const packets = start === control.syn ? bytes.readUIntBE(headLength, 3) : null;
  const frame: Frame = {
    center: bytes[2] ?? 0,
    address: hex(bytes.subarray(3, 8)),
    password: bytes.readUInt16BE(8),
    functionCode: bytes[10] ?? 0,
    packet: packets === null ? null : { total: packets >> 12, number: packets & 0xfff },
    body: packets === null ? text : text.subarray(3),
    more: last === control.etb,
    whole: Uint8Array.from(bytes.subarray(0, end + tailLength)),
  };
  return { frame, length: end + tailLength };
}
