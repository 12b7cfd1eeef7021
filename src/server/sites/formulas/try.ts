/** What a draft of a derived channel would give, without storing anything. */
import type { BodyOf, DataOf } from '../../../contract/call.ts';
import type { tryFormula as contract } from '../../../contract/sites/formulas.ts';
import { computeFormula, type InputColumn, reachOf } from '../../../domain/formulas/compute.ts';
import type { FormulaInput } from '../../../domain/formulas/model.ts';
import type { By } from '../../audit/by.ts';
import { readyFormula } from '../../storage/ingest/compute.ts';
import type { Storage } from '../../storage/storage.ts';
import { ownStation } from '../edit/scope.ts';
import { checkedFormula } from './check.ts';
import { formulaGround } from './edit.ts';

const day = 86_400_000;
const mostShown = 2000;
/** Readings of an input that are read at once; a shorter time is tried where there are more. */
const mostRead = 65_536;

async function column(
  { readings }: Storage,
  { row, sourceId, element, channel }: FormulaInput,
  from: number,
  to: number,
): Promise<InputColumn | null> {
  const span = { row, sourceId, element, channels: [channel], from, to: to + 1 };
  const found = await readings.history({ ...span, bins: 1, rawUpTo: mostRead });
  if (found.mode !== 'raw') return null;
  const values = found.channels[0]?.value ?? new Float64Array();
  const good = [...found.t].flatMap((t, index) => {
    const value = values[index];
    return value === undefined || Number.isNaN(value) ? [] : [{ t, value }];
  });
  return { t: good.map(({ t }) => t), value: good.map(({ value }) => value) };
}

/** @throws Refusal 404 for a station of another company; 422 naming the field of a wrong draft */
export async function tryFormula(
  storage: Storage,
  by: By,
  stationId: number,
  { days, ...draft }: BodyOf<typeof contract>,
  now: number,
): Promise<DataOf<typeof contract>> {
  await ownStation(storage.db, by.viewer, stationId);
  const body = checkedFormula(draft, await formulaGround(storage.db, by.viewer, stationId));
  const { computation } = readyFormula(0, 0, body);
  for (let width = days * day; width >= 1000; width /= 2) {
    const columns = new Map<string, InputColumn>();
    for (const input of body.inputs) {
      const from = Math.floor(now - width - reachOf(computation, input.letter));
      const found = await column(storage, input, from, now);
      if (found === null) break;
      columns.set(input.letter, found);
    }
    if (columns.size < body.inputs.length) continue;
    const times = (columns.get(computation.lead)?.t ?? []).filter((t) => t >= now - width);
    const values = computeFormula(computation, columns, times);
    const good = times.flatMap((t, index) => {
      const value = values[index] ?? Number.NaN;
      return Number.isNaN(value) ? [] : [{ t, value }];
    });
    const shown = good.slice(-mostShown);
    const missing = times.length - good.length;
    return { t: shown.map(({ t }) => t), value: shown.map(({ value }) => value), missing };
  }
  return { t: [], value: [], missing: 0 };
}
