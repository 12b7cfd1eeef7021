/** What the centre says to a station (tables 21 and 23 of the standard). */
import { timeBcd } from './bcd.ts';
import { crc16 } from './crc.ts';
import { control, type Frame } from './frame.ts';

/**
 * Confirms a report: with EOT, by which the station may leave, since there is nothing to ask of it; with ACK where it
 * has said that more follows. The serial number is the report's own.
 */
export function confirmation(frame: Frame, serial: number, now: number): Uint8Array {
  const { packet, more } = frame;
  const last = packet === null ? null : { ...packet, number: packet.total };
  return answer(frame, last, serial, now, more ? control.ack : control.eot);
}

/** Asks for one packet of a message again. */
export function rejection(frame: Frame, missing: number, serial: number, now: number): Uint8Array {
  const packet = { total: frame.packet?.total ?? 1, number: missing };
  return answer(frame, packet, serial, now, control.nak);
}

function answer(frame: Frame, packet: Frame['packet'], serial: number, now: number, end: number): Uint8Array {
  const text = Buffer.alloc((packet === null ? 0 : 3) + 8);
  if (packet !== null) text.writeUIntBE(packet.total * 0x1000 + packet.number, 0, 3);
  text.writeUInt16BE(serial, text.length - 8);
  text.set(timeBcd(now), text.length - 6);
  const head = Buffer.alloc(14);
  head.write(`7E7E${frame.address}`, 'hex');
  head.writeUInt8(frame.center, 7);
  head.writeUInt16BE(frame.password, 8);
  head.writeUInt8(frame.functionCode, 10);
  // The first of the high four bits: from the centre to the station.
  head.writeUInt16BE(0x8000 + text.length, 11);
  head.writeUInt8(packet === null ? control.stx : control.syn, 13);
  const bytes = Buffer.concat([head, text, Buffer.from([end, 0, 0])]);
  bytes.writeUInt16BE(crc16(bytes.subarray(0, -2)), bytes.length - 2);
  return bytes;
}
