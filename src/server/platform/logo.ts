/** A logo on its way in: what it is by its content, drawn anew as a small PNG of which nothing but pixels is kept. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import sharp from 'sharp';
import { Refusal } from '../../base/errors.ts';
import { logoBounds } from '../../contract/company/platform.ts';
import { headBytes, typeOf } from '../uploads/content.ts';
import { isDrawing, plainDrawing } from '../uploads/drawing.ts';
import { type Arriving, receiveFile } from '../uploads/room.ts';

const damaged = () => new Refusal(422, 'uploads.damaged', {}, 'file');
const pictures = new Set(['png', 'jpeg', 'webp']);
/** A drawing is drawn at twice the size in which it is kept. */
const finer = 2;

async function drawn(bytes: Buffer): Promise<Uint8Array> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damaged();
  }
  const plain = plainDrawing(text);
  try {
    const fitTo = { mode: 'height', value: logoBounds.height * finer } as const;
    const { width } = await sizeOf(plain);
    if (width > logoBounds.width * 4) throw damaged();
    return (await renderAsync(plain, { fitTo, font: { loadSystemFonts: true }, logLevel: 'off' })).asPng();
  } catch (error) {
    throw error instanceof Refusal ? error : damaged();
  }
}

/** How wide a drawing is at the height of a logo, px. */
async function sizeOf(text: string): Promise<{ readonly width: number }> {
  const { Resvg } = await import('@resvg/resvg-js');
  const { width, height } = new Resvg(text, { font: { loadSystemFonts: false }, logLevel: 'off' });
  return { width: (width / height) * logoBounds.height };
}

/**
 * Reads a logo and answers what is kept of it.
 * @throws Refusal 422 for what is no picture, is damaged, or has too many bytes or pixels
 */
export async function readLogo(
  arriving: Arriving,
): Promise<{ readonly id: string; readonly png: Uint8Array }> {
  // Decoders read files alone (src/server/uploads/picture.ts): what lies in memory is decoded nowhere.
  const folder = await mkdtemp(join(tmpdir(), 'groundwatch-logo-'));
  try {
    const path = join(folder, 'logo');
    await receiveFile(arriving, path, logoBounds.bytes);
    const bytes = await readFile(path);
    const isSvg = isDrawing(bytes.subarray(0, 4096).toString('utf8'));
    const type = isSvg ? 'png' : typeOf(bytes.subarray(0, headBytes));
    if (!pictures.has(type)) throw new Refusal(422, 'platform.logoType', {}, 'file');
    if (isSvg) await writeFile(path, await drawn(bytes));
    const png = await smallPicture(path, type);
    return { id: createHash('sha256').update(png).digest('hex'), png };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function smallPicture(path: string, type: string): Promise<Buffer> {
  try {
    const found = await sharp(path, { limitInputPixels: false, pages: 1 }).metadata();
    if (found.width * found.height > logoBounds.pixels)
      throw new Refusal(422, 'uploads.pixels', { limit: logoBounds.pixels / 1_000_000 }, 'file');
    if (found.format !== type) throw damaged();
    const { width, height, pixels } = logoBounds;
    return await sharp(path, { limitInputPixels: pixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch (error) {
    throw error instanceof Refusal ? error : damaged();
  }
}
