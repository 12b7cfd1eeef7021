/**
 * CRC-16 of SL 651 frames: X¹⁶ + X¹⁵ + X² + 1, bits reflected, begun with FFFF (as Modbus has it). On the wire the high
 * byte comes first.
 */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
}
