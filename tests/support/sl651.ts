/** Frames of SL 651 built for tests from their hexadecimal text, by nothing of what is tested. */
import { connect, type Socket } from 'node:net';

/** CRC of the standard's polynomial by long division of the reflected bits, begun with FFFF. */
export function checksum(hexText: string): string {
  let register = 0xffff;
  for (const pair of hexText.match(/../g) ?? []) {
    const byte = Number.parseInt(pair, 16);
    for (let bit = 0; bit < 8; bit += 1) {
      const feedback = ((register ^ (byte >> bit)) & 1) === 1;
      register = Math.floor(register / 2);
      // X¹⁵ and X² of the reflected polynomial, and the bit that left.
      if (feedback) register = (register ^ 0b1010_0000_0000_0001) & 0xffff;
    }
  }
  return register.toString(16).toUpperCase().padStart(4, '0');
}

const word = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');

export interface FrameText {
  readonly center?: string;
  readonly address?: string;
  readonly password?: string;
  readonly code: string;
  readonly text: string;
  readonly start?: '02' | '16';
  readonly end?: string;
}

/** A frame with length and checksum, as hexadecimal text. */
export function frameText({
  center = '01',
  address = '0012345678',
  password = '1234',
  code,
  text,
  start = '02',
  end = '03',
}: FrameText): string {
  const head = `7E7E${center}${address}${password}${code}${word(text.length / 2, 4)}${start}${text}${end}`;
  return head + checksum(head);
}

/** Serial number, time of sending, station and time of observation: what a report begins with. */
export const reportHead = (
  serial: number,
  observed: string,
  address = '0012345678',
  sent = `${observed}30`,
) => `${word(serial, 4)}${sent}F1F1${address}48F0F0${observed}`;

/** A station on a real connection. */
export class StationClient {
  readonly socket: Socket;
  #received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes) => {
      this.#received += bytes.toString('hex').toUpperCase();
    });
    socket.on('error', () => {});
  }

  static connect(port: number): Promise<StationClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new StationClient(socket)));
      socket.once('error', reject);
    });
  }

  send(hexText: string): void {
    this.socket.write(Buffer.from(hexText, 'hex'));
  }

  /** All that was answered so far, as hexadecimal text. */
  get received(): string {
    return this.#received;
  }
}
