/** The tables of processes as workbooks. Its own chunk, with the library that writes them. */
import type { Text } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { type SheetValue, sheetType, writeSheet } from '../../components/sheets/write-sheet.ts';
import type { ProcessRtu, ProcessView, WorkHolding } from '../../state/processes.ts';
import { nameOf, workText } from './columns.tsx';

function save(name: string, heads: readonly string[], rows: readonly (readonly SheetValue[])[]): void {
  const widths = heads.map((head) => Math.max(14, head.length + 2));
  const book = writeSheet({ name: 'processes', heads: [heads], rows, widths });
  saveFile(`groundwatch-${name}.xlsx`, new Blob([book], { type: sheetType }));
}

const at = (time: number | null, zone: string): SheetValue => (time === null ? null : { at: time, zone });

/** Numbers as they are: bytes and ms are not rounded. */
export function saveProcesses(rows: readonly ProcessView[], zone: string, text: Text): void {
  const heads = [
    ...(['name', 'state', 'version', 'startedAt', 'seenAt', 'rtus', 'streams'] as const),
    ...(['databaseConnections', 'memory', 'clockAhead', 'lag', 'behind'] as const),
  ].map((head) => text(`processes.${head}`));
  const lines = rows.map((row): readonly SheetValue[] => [
    row.name,
    text(`processes.state.${row.state}`),
    row.version,
    at(row.startedAt, zone),
    at(row.seenAt, zone),
    ...[row.rtus, row.streams, row.databaseConnections, row.memory, row.clockAhead, row.lag, row.behind],
  ]);
  save(text('processes.save.processes'), heads, lines);
}

export function saveWork(
  rows: readonly WorkHolding[],
  processes: readonly ProcessView[],
  zone: string,
  text: Text,
): void {
  const heads = (['name', 'holder', 'since'] as const).map((head) => text(`processes.work.${head}`));
  const lines = rows.map(({ work, holder, since }): readonly SheetValue[] => [
    workText(work, text),
    holder === null ? null : nameOf(processes, holder),
    at(since, zone),
  ]);
  save(text('processes.save.work'), heads, lines);
}

export function saveRtus(rows: readonly ProcessRtu[], zone: string, text: Text): void {
  const heads = (['station', 'sn', 'since'] as const).map((head) => text(`processes.rtus.${head}`));
  const lines = rows.map(({ stationName, sn, since }): readonly SheetValue[] => [
    stationName,
    sn,
    at(since, zone),
  ]);
  save(text('processes.save.rtus'), heads, lines);
}
