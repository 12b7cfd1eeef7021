/** Tables that the server writes: newest values, histories, alarms, devices. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import { Refusal } from '../base/errors.ts';
import { kindByCode } from '../catalogue/index.ts';
import { type ExportFormat, type ExportQuery, type ExportTableId, writeExport } from '../contract/exports.ts';
import { sensors } from '../contract/finder.ts';
import { stations } from '../contract/sites/stations.ts';
import type { Asker } from './ask.ts';
import { aligned } from './print.ts';

/** Where a table goes, and as what: `table` is for eyes alone. */
export interface Into {
  readonly format: 'table' | ExportFormat;
  /** A file; null = standard output. */
  readonly output: string | null;
}

/** A moment as it is typed: ISO with its zone, a day (UTC), or so many days back (`30d`). @throws Refusal naming the option */
export function momentOf(text: string | undefined, option: string, now: number): number | undefined {
  if (text === undefined) return undefined;
  const back = /^(\d{1,5})d$/.exec(text);
  const isWhole = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const at = back !== null ? now - Number(back[1]) * 86_400_000 : isWhole ? Date.parse(text) : Number.NaN;
  if (!Number.isFinite(at)) throw new Refusal(400, 'cli.badTime', { option, value: text }, option);
  return at;
}

/** Ids of stations by their codes, in the order in which they were given. @throws Refusal for a code that there is not */
export async function stationIds(asker: Asker, codes: readonly string[]): Promise<number[]> {
  const { stations: all } = await asker.ask(stations, { query: { sparks: 0 } });
  return codes.map((code) => {
    const found = all.find((one) => one.code.toLowerCase() === code.toLowerCase());
    if (found === undefined) throw new Refusal(404, 'cli.noStation', { code });
    return found.id;
  });
}

/**
 * The source and row of readings of a slot of a station; slot `rtu` is the RTU itself.
 * @throws Refusal for a slot without a sensor
 */
export async function sourceOf(
  asker: Asker,
  code: string,
  slot: string,
  row: string | undefined,
): Promise<{ readonly sourceId: number; readonly row: string }> {
  const [stationId = 0] = await stationIds(asker, [code]);
  const { sensors: all } = await asker.ask(sensors, {});
  const at = all.station.findIndex((id, place) => id === stationId && String(all.slot[place]) === slot);
  const sourceId = all.id[at];
  const kind = kindByCode(all.kind[at] ?? -1);
  if (sourceId === undefined) throw new Refusal(404, 'cli.noSensor', { code, slot });
  const wanted = row ?? kind?.rows[0];
  if (wanted === undefined) throw new Refusal(400, 'cli.noRow', { code, slot }, 'row');
  return { sourceId, row: wanted };
}

/** Bytes of an answer into a file, which has its name only when it is whole. */
async function intoFile(body: AsyncIterable<Uint8Array>, output: string): Promise<void> {
  const part = `${output}.part`;
  try {
    await pipeline(body, createWriteStream(part));
    await rename(part, output);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Writes a table into a file, or says it to `out`. */
export async function writeTable<Id extends ExportTableId>(
  asker: Asker,
  table: Id,
  query: ExportQuery<Id>,
  { format, output }: Into,
  out: (text: string) => void,
): Promise<void> {
  const asked = { table, query: { ...query }, format: format === 'table' ? 'csv' : format } as const;
  const answer = await asker.send(writeExport, { body: asked });
  if (format === 'table') {
    const rows = parse(await answer.text(), { bom: true, relax_column_count: true }) as string[][];
    out(`${aligned(rows)}\n`);
    return;
  }
  const body = (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>;
  if (output !== null) return intoFile(body, output);
  const decoder = new TextDecoder();
  for await (const chunk of body) out(decoder.decode(chunk, { stream: true }));
}
