/** Drawings (SVG) become pictures: nothing of their markup is kept, run, or fetched. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { Refusal } from '../../base/errors.ts';

/** Bytes of a drawing, elements in it, and its longest side as it is drawn, px. */
export const drawingBounds = { bytes: 4 * 1024 * 1024, elements: 50_000, side: 3000 } as const;

/** The fonts of the product, then those of the machine: drawings of sites have words in every script. */
const font = {
  fontFiles: [createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')],
  loadSystemFonts: true,
  defaultFontFamily: 'DejaVu Sans',
};

/** True for the beginning of an SVG document. */
export const isDrawing = (head: string): boolean =>
  /^(<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>|\s)*<svg[\s>]/i.test(head.replace(/^\ufeff/, ''));

const damaged = () => new Refusal(422, 'uploads.damaged', {}, 'file');

/**
 * A drawing without what reaches outside of it or runs: entities are refused, scripts, foreign content, handlers, filters and
 * references to anything but its own parts and embedded pictures are taken out.
 * @throws Refusal 422
 */
export function plainDrawing(text: string): string {
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) throw new Refusal(422, 'uploads.entities', {}, 'file');
  const elements = text.match(/<[a-z]/gi)?.length ?? 0;
  if (elements > drawingBounds.elements)
    throw new Refusal(422, 'uploads.elements', { limit: drawingBounds.elements }, 'file');
  return text
    .replace(/<!DOCTYPE[^>]*>/gi, '')
    .replace(/<\?xml-stylesheet[^>]*\?>/gi, '')
    .replace(
      /<((?:\w+:)?(?:script|foreignObject|filter|iframe|style))\b[^>]*?(?:\/>|>[\s\S]*?<\/\1\s*>)/gi,
      (all, name) =>
        // A sheet of styles may stay, where it loads nothing.
        /style$/i.test(name as string) && !/@import|url\(\s*['"]?(?!#)/i.test(all) ? all : '',
    )
    .replace(/\son\w+\s*=\s*("[^"]*"|'[^']*')/gi, '')
    .replace(
      /\s(?:xlink:)?href\s*=\s*("(?!#|data:image\/(?:png|jpeg);base64,)[^"]*"|'(?!#|data:image\/(?:png|jpeg);base64,)[^']*')/gi,
      '',
    )
    .replace(/url\(\s*['"]?(?!#|['"]?#)[^)]*\)/gi, 'none');
}

/** Draws the drawing at a path into a PNG at the same path. @throws Refusal 422 for what is too long, or cannot be drawn */
export async function drawInPlace(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length > drawingBounds.bytes)
    throw new Refusal(422, 'uploads.tooLarge', { limit: drawingBounds.bytes / 1024 / 1024 }, 'file');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damaged();
  }
  const plain = plainDrawing(text);
  const drawn = (mode: 'width' | 'height') =>
    renderAsync(plain, {
      fitTo: { mode, value: drawingBounds.side },
      background: '#ffffff',
      font,
      logLevel: 'off',
    });
  try {
    const { width, height } = await sizeOf(plain);
    if (width / height > 50 || height / width > 50) throw damaged();
    await writeFile(path, (await drawn(width >= height ? 'width' : 'height')).asPng());
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw damaged();
  }
}

/** Its own size, by its attributes. @throws what the parser says of a drawing that is none */
async function sizeOf(text: string): Promise<{ readonly width: number; readonly height: number }> {
  const { Resvg } = await import('@resvg/resvg-js');
  const { width, height } = new Resvg(text, { font: { loadSystemFonts: false }, logLevel: 'off' });
  return { width, height };
}
