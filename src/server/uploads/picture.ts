/** Pictures are decoded and written anew: what is no picture in them (EXIF with its place, trailing files) is gone. */
import sharp, { type Metadata } from 'sharp';
import { Refusal } from '../../base/errors.ts';
import type { pictureTypes } from '../../contract/sites/uploads.ts';

type PictureType = (typeof pictureTypes)[number];

/** Pixels that are decoded at most; the header says how many there are before any is. */
export const mostPixels = 64_000_000;
/** Of what is kept, each way. */
const longestSide = 4096;
const thumbnailSide = 480;
/** One picture may take so many seconds to decode. */
const patience = 30;

// Nothing but these three formats is ever decoded: the other readers are closed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
});
// Pictures are written one after the other, beside what devices need.
sharp.concurrency(1);
sharp.cache(false);

const open = (path: string) =>
  sharp(path, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, sequentialRead: true }).timeout({
    seconds: patience,
  });

const damaged = () => new Refusal(422, 'uploads.damaged', {}, 'file');

/**
 * Writes a picture anew, upright, and its thumbnail. Answers its pixels.
 * @throws Refusal 422 for one that is cut off or damaged, or has too many pixels
 */
export async function rewritePicture(
  from: string,
  type: PictureType,
  to: string,
  thumbnail: string,
): Promise<{ readonly width: number; readonly height: number }> {
  let found: Metadata;
  try {
    // Without the bound, so that what exceeds it is named.
    found = await sharp(from, { limitInputPixels: false, pages: 1 }).metadata();
  } catch {
    throw damaged();
  }
  if (found.width * found.height > mostPixels)
    throw new Refusal(422, 'uploads.pixels', { limit: mostPixels / 1_000_000 }, 'file');
  if (found.format !== type) throw damaged();
  try {
    const upright = open(from)
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
    const written = await (type === 'jpeg'
      ? upright.jpeg({ quality: 88 })
      : type === 'png'
        ? upright.png()
        : upright.webp({ quality: 88 })
    ).toFile(to);
    await open(from)
      .autoOrient()
      .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76 })
      .toFile(thumbnail);
    return { width: written.width, height: written.height };
  } catch (error) {
    // The disk's own refusals are none of the picture's.
    if (/ENOSPC|No space left/i.test(String(error))) throw error;
    throw damaged();
  }
}
