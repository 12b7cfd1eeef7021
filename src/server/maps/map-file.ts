/** The PMTiles file of maps (`MAP_PMTILES`), given out in the ranges that are asked for. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { mostMapBytes } from '../../contract/map/layers.ts';

/** What is asked for of the file, as the headers of a request say it. */
export interface AskedRange {
  readonly range: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly ifMatch: string | undefined;
}

export type FilePart =
  /** 304, 412 or 416; `size`: bytes of the file. */
  | { readonly status: 304 | 412 | 416; readonly etag: string; readonly size: number }
  | {
      readonly status: 206;
      readonly etag: string;
      readonly size: number;
      /** First and last byte. */
      readonly from: number;
      readonly to: number;
      readonly stream: Readable;
    };

/** First and last byte of a `Range` with one range, within a file; null = it is none, or lies behind the end. */
export function rangeOf(header: string | undefined, size: number): readonly [number, number] | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  // `-500`: the last 500 bytes.
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from >= size || to < from || (first === '' && Number(last) === 0) ? null : [from, to];
}

const names = (header: string | undefined, etag: string) =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim() === etag));

/** One file, by the path of a setting: no request says anything of where it lies. */
export class MapFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** A part of the file as it is now; null = it is gone. */
  async part({ range, ifNoneMatch, ifMatch }: AskedRange): Promise<FilePart | null> {
    const found = await stat(this.#path).catch(() => null);
    if (found === null || !found.isFile()) return null;
    const { size } = found;
    // A file that was replaced has another tag: its directory and its tiles are never mixed.
    const etag = `"${size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}-${found.ino.toString(36)}"`;
    if (ifMatch !== undefined && !names(ifMatch, etag)) return { status: 412, etag, size };
    if (names(ifNoneMatch, etag)) return { status: 304, etag, size };
    const asked = rangeOf(range, size);
    if (asked === null || asked[1] - asked[0] + 1 > mostMapBytes) return { status: 416, etag, size };
    const [from, to] = asked;
    return {
      status: 206,
      etag,
      size,
      from,
      to,
      stream: createReadStream(this.#path, { start: from, end: to }),
    };
  }
}
