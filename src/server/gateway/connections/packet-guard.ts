/** Watches MQTT bytes before any parser sees them (tests/server/security/README.md#devices, S53–S60). Pure but for the clock it is given. */

export interface GuardLimits {
  /** Largest packet a client may announce, bytes. */
  readonly packetBytes: number;
  /** Largest packet before it is authenticated (CONNECT with its Will), bytes. */
  readonly connectBytes: number;
  /** Sustained rate of a connection; more waits in the client's socket. */
  readonly packetsPerSecond: number;
  readonly bytesPerSecond: number;
  /** Seconds of the sustained rate that may come at once (a resend). */
  readonly burstSeconds: number;
  /** Bytes kept for a client that does not read; more ends its connection. */
  readonly unreadBytes: number;
}

export const guardDefaults: GuardLimits = {
  packetBytes: 256 * 1024,
  connectBytes: 16 * 1024,
  packetsPerSecond: 500,
  bytesPerSecond: 1024 * 1024,
  burstSeconds: 10,
  unreadBytes: 1024 * 1024,
};

const connectType = 1;

/** What may still be sent at once: fills up again with the sustained rate. */
export class Allowance {
  readonly #limits: GuardLimits;
  packets: number;
  bytes: number;
  #refilledAt: number;

  constructor(limits: GuardLimits, now: number) {
    this.#limits = limits;
    this.packets = limits.packetsPerSecond * limits.burstSeconds;
    this.bytes = limits.bytesPerSecond * limits.burstSeconds;
    this.#refilledAt = now;
  }

  /** Milliseconds to stop reading so that the sustained rate is kept; 0 = none. */
  pause(now: number): number {
    const { packetsPerSecond, bytesPerSecond, burstSeconds } = this.#limits;
    const seconds = Math.max(0, now - this.#refilledAt) / 1000;
    this.#refilledAt = now;
    this.packets = Math.min(packetsPerSecond * burstSeconds, this.packets + seconds * packetsPerSecond);
    this.bytes = Math.min(bytesPerSecond * burstSeconds, this.bytes + seconds * bytesPerSecond);
    const wait = Math.max(-this.packets / packetsPerSecond, -this.bytes / bytesPerSecond);
    return wait > 0 ? Math.ceil(wait * 1000) : 0;
  }
}

export class PacketGuard {
  authenticated = false;
  readonly #limits: GuardLimits;
  #first = true;
  /** Bytes of the running packet still to come; while its header is read: -1 before it, else digits so far. */
  #body = 0;
  #inLength = false;
  #length = 0;
  #digits = 0;
  #allowance: Allowance;

  constructor(limits: GuardLimits, now: number) {
    this.#limits = limits;
    this.#allowance = new Allowance(limits, now);
  }

  /** The connection is known now: what its credential has left counts, whatever connection it used it by. */
  adopt(allowance: Allowance): void {
    const { packetsPerSecond, bytesPerSecond, burstSeconds } = this.#limits;
    allowance.packets -= packetsPerSecond * burstSeconds - this.#allowance.packets;
    allowance.bytes -= bytesPerSecond * burstSeconds - this.#allowance.bytes;
    this.#allowance = allowance;
  }

  /** Follows the packets in a chunk. Gives why the connection must be dropped, or null. */
  scan(chunk: Uint8Array): string | null {
    this.#allowance.bytes -= chunk.length;
    let at = 0;
    while (at < chunk.length) {
      if (this.#body > 0) {
        const taken = Math.min(this.#body, chunk.length - at);
        this.#body -= taken;
        at += taken;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      if (!this.#inLength) {
        const isConnect = byte >> 4 === connectType;
        if (this.#first !== isConnect) return 'the first packet must be CONNECT, and only the first';
        this.#first = false;
        this.#inLength = true;
        this.#length = 0;
        this.#digits = 0;
        this.#allowance.packets -= 1;
        continue;
      }
      this.#length += (byte & 127) * 128 ** this.#digits;
      this.#digits += 1;
      if (byte > 127 && this.#digits === 4) return 'a length of more than four bytes';
      const allowed = this.authenticated ? this.#limits.packetBytes : this.#limits.connectBytes;
      if (this.#length > allowed) return `a packet of ${this.#length} bytes`;
      if (byte > 127) continue;
      this.#inLength = false;
      this.#body = this.#length;
    }
    return null;
  }

  /** Milliseconds to stop reading so that the sustained rate is kept; 0 = none. */
  pause(now: number): number {
    return this.#allowance.pause(now);
  }
}
