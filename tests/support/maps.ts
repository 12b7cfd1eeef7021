/** Map data as tests need them: a PMTiles file (specification v3) of raster tiles in one colour. */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';

export const colorOfTiles = { r: 200, g: 40, b: 120 } as const;

/** Little-endian base 128, as protocol buffers have it. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

/**
 * Writes a file with one PNG for all tiles of zooms 0 to `zooms`: one run of the directory. Answers its bytes.
 */
export async function writePmtiles(path: string, zooms = 6, color = colorOfTiles): Promise<Buffer> {
  const image = await sharp({ create: { width: 256, height: 256, channels: 3, background: color } })
    .png()
    .toBuffer();
  const tiles = (4 ** (zooms + 1) - 1) / 3;
  // One entry: tile id 0, run length, length, offset 0 (written as offset + 1).
  const directory = Buffer.from(
    [1, ...varint(0), ...varint(tiles), ...varint(image.length), ...varint(1)].flat(),
  );
  const metadata = Buffer.from(JSON.stringify({ name: 'one colour' }));
  const head = Buffer.alloc(127);
  head.write('PMTiles', 0, 'ascii');
  head[7] = 3;
  const offsets = [
    127,
    directory.length,
    127 + directory.length,
    metadata.length,
    127 + directory.length + metadata.length,
    0,
    127 + directory.length + metadata.length,
    image.length,
    tiles,
    1,
    1,
  ];
  for (const [index, value] of offsets.entries()) head.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  // Clustered; neither directories nor tiles are compressed (1 = none); PNG; zooms.
  head.set([1, 1, 1, 2, 0, zooms], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    head.writeInt32LE(degrees * 10_000_000, 102 + index * 4);
  const file = Buffer.concat([head, directory, metadata, image]);
  writeFileSync(path, file);
  return file;
}
