/**
 * What was stored, for processes that did not store it: written in the commit of the readings themselves, so that consoles
 * and evaluation elsewhere miss none. It is kept for minutes; whoever was away for longer reads everything anew.
 */
import type { RowId } from '../../../catalogue/model.ts';
import type { Executor } from '../executor.ts';
import type { IngestResult, NotGood, Reading, StoredValue } from '../storage.ts';

type PackedReading = readonly [
  row: RowId,
  sourceId: number,
  element: number,
  t: number,
  receivedAt: number,
  historical: 0 | 1,
  values: Readonly<Record<string, StoredValue>>,
  notGood?: Readonly<Record<string, NotGood>>,
];
interface PackedResult {
  readonly counts: readonly [stored: number, filled: number, duplicates: number];
  readonly newest: readonly PackedReading[];
  readonly before: readonly (number | null)[];
  readonly after: readonly (number | null)[];
}

/** Samples stay where they are stored: nobody draws them as they come. */
const plain = (values: Reading['values']): Reading['values'] =>
  Object.values(values).some((value) => value instanceof Uint8Array)
    ? Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof Uint8Array)))
    : values;

function packReading(reading: Reading): PackedReading {
  const { row, sourceId, element, t, receivedAt, historical, values, notGood } = reading;
  const head = [row, sourceId, element, t, receivedAt, historical ? 1 : 0, plain(values)] as const;
  return notGood === undefined ? head : [...head, notGood];
}

/** Writes what a batch changed, where it changed anything that others show or judge; inside its transaction. */
export async function noteBatch(exec: Executor, result: IngestResult): Promise<void> {
  const { stored, filled, duplicates, newest, revisions } = result;
  if (newest.length === 0 && filled === 0 && stored === 0) return;
  const body: PackedResult = {
    counts: [stored, filled, duplicates],
    newest: newest.map(packReading),
    before: [...revisions.before],
    after: [...revisions.after],
  };
  await exec.run(
    'INSERT INTO stored_batches (at, body) VALUES ((extract(epoch from clock_timestamp()) * 1000)::bigint, ?)',
    [JSON.stringify(body)],
  );
}

const revisionsOf = (numbers: readonly (number | null)[]) =>
  Float64Array.from(numbers, (number) => number ?? Number.NaN);

/** The result of a batch that another process stored; without conflicts, which are its caller's. */
export function batchOf(body: string): IngestResult {
  const { counts, newest, before, after } = JSON.parse(body) as PackedResult;
  const [stored, filled, duplicates] = counts;
  return {
    stored,
    filled,
    duplicates,
    conflicts: [],
    conflictCount: 0,
    newest: newest.map(([row, sourceId, element, t, receivedAt, historical, values, notGood]) => {
      const reading = { row, sourceId, element, t, receivedAt, historical: historical === 1, values };
      return notGood === undefined ? reading : { ...reading, notGood };
    }),
    revisions: { before: revisionsOf(before), after: revisionsOf(after) },
  };
}
