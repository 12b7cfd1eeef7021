import { Refusal } from '../../base/errors.ts';
import { languages } from '../../base/messages.ts';
import { kindByCode } from '../../catalogue/index.ts';
import type { GroupDefinition, GroupId, ParameterField, ParameterValue } from '../../catalogue/model.ts';
import { lastSlot } from '../../catalogue/slots.ts';
import { sheets } from '../../contract/sheets.ts';
import { parameterFields } from '../../derive/parameter-fields.ts';
import { fieldOfColumn } from '../../derive/parameter-heads.ts';
import { isBlank, parseCell } from '../../derive/parse-parameter.ts';
import { checkField, type ParameterProblem } from '../../domain/parameters/parameter-rules.ts';
import { isStranding } from '../../domain/parameters/set-rules.ts';
import { checkSet, refuse } from '../delivery/check-order.ts';
import { groupValues } from '../delivery/create.ts';
import { ownerOf, type Values } from '../delivery/row.ts';
import { insertPlan } from '../plans/create.ts';
import { type DeviceFacts, readFacts } from '../plans/facts.ts';
import type { Sendable } from '../plans/proposal.ts';
import { unchangedFields } from '../plans/unchanged.ts';
import type { Db } from '../sites/edit/editor.ts';
import { words } from '../words.ts';
import { type Cells, cellOf, StationCells, visibleSensors, wholeCell } from './cells.ts';
import { RowFaults, RowRefusal } from './row-faults.ts';
import type { Bringing, RowReader, SheetWay } from './way.ts';

type NewSet = Extract<Sendable, { readonly edits: unknown }>;
interface Device {
  readonly rtuId: number;
  readonly slot: number | null;
  /** Sensor type code; null = the RTU. */
  readonly kind: number | null;
}
/** What a row wants of one group, by field. */
interface Wanted {
  readonly group: GroupDefinition;
  readonly edits: Readonly<Record<string, ParameterValue>>;
}

const heads: readonly string[] = sheets.parameters.columns;
/** Letters of a head that no field has, as it is named again. */
const longestHead = 60;
const says = languages.map((language) => words(language));

/** The value of a cell, said in any language. @throws Refusal 422 for what is none of the field */
function valueIn(
  group: GroupDefinition,
  field: ParameterField,
  typed: string,
  language: Bringing['language'],
): ParameterValue {
  for (const text of says) {
    const value = parseCell(field, typed, text);
    if (value !== undefined) return value;
  }
  // As what it was typed as it is refused with the field's own bounds.
  refuse(
    [checkField(field, field.type === 'set' ? [typed] : typed)].flatMap((one) => one ?? []),
    language,
    group,
  );
  throw new Refusal(422, 'parameterProblem.type', {});
}

/** What the cells of a row want, by group; what is none of the device's goes to the faults, by its column. */
function wantedOf(
  cells: Cells,
  device: Device,
  language: Bringing['language'],
  faults: RowFaults,
): readonly Wanted[] {
  const owner = ownerOf(device.kind);
  const kind = device.kind === null ? undefined : kindByCode(device.kind);
  const found = new Map<GroupId, { group: GroupDefinition; edits: Record<string, ParameterValue> }>();
  for (const [column, typed] of Object.entries(cells)) {
    if (heads.includes(column) || isBlank(typed)) continue;
    faults.try(() => {
      const known = fieldOfColumn(column);
      if (known === null)
        throw new Refusal(422, 'sheets.noParameter', { value: column.slice(0, longestHead) });
      const { group } = known;
      const field = parameterFields(group.id, kind).find(({ id }) => id === known.field.id);
      if (field === undefined || owner?.groups.includes(group.id) !== true)
        throw new Refusal(422, 'parameterProblem.unknownField', {}, column);
      if (field.type === 'secret') throw new Refusal(422, 'sheets.secret', {}, column);
      const of = found.get(group.id) ?? { group, edits: {} };
      try {
        of.edits[field.id] = valueIn(group, field, typed, language);
      } catch (refused) {
        throw inColumns(refused, group, language);
      }
      found.set(group.id, of);
    });
  }
  return [...found.values()];
}

/** A refusal of an order as those of its cells, one for each of its problems. */
function inColumns(refused: unknown, group: GroupDefinition, language: Bringing['language']): unknown {
  if (!(refused instanceof Refusal)) return refused;
  const { problems = [] } = (refused.data ?? {}) as { readonly problems?: readonly ParameterProblem[] };
  const faults = new RowFaults();
  if (problems.length > 1)
    for (const problem of problems) faults.try(() => refuse([problem], language, group));
  else
    faults.try(() => {
      throw refused;
    });
  const cells = faults.found.map(({ field, messageId, params }) => {
    const isField = field !== undefined && group.fields.some(({ id }) => id === field);
    return new Refusal(422, messageId, params, isField ? `${group.id}.${field}` : undefined);
  });
  return new RowRefusal(cells);
}

/** The sets of a group; what may cut the device off is one of its own. What may not be set goes to the faults. */
function setsOf(
  device: Device,
  { group, edits }: Wanted,
  facts: DeviceFacts,
  language: Bringing['language'],
  faults: RowFaults,
): readonly NewSet[] {
  const { rtuId, slot } = device;
  const where = { rtu_id: rtuId, slot, group_id: group.id };
  const reported = facts.reported(where);
  const had: Values = Object.fromEntries(Object.entries(reported).map(([id, [value]]) => [id, value]));
  const { known, sure } = groupValues(had, facts.open(where), { slot }, group.id);
  let before: Values = {};
  return [false, true].flatMap((alone): NewSet[] => {
    const part = Object.fromEntries(
      Object.entries(edits).filter(([id]) => isStranding(group, [id]) === alone),
    );
    if (Object.keys(part).length === 0) return [];
    const content = { type: 'set', group: group.id, edits: part, version: facts.version(where) } as const;
    faults.try(() => {
      try {
        checkSet(content as never, device, { ...known, ...before }, language, sure);
      } catch (refused) {
        throw inColumns(refused, group, language);
      }
    });
    before = { ...before, ...part };
    return [{ target: { rtuId, slot }, group: group.id, edits: part } as NewSet];
  });
}

/** Devices that rows name, looked up once for all of them. */
async function readDevices(db: Db, { by }: Bringing) {
  const stations = await StationCells.read(db, by.viewer);
  const sensors = new Map(
    (
      await visibleSensors(db, by.viewer)
        .select(['sensors.rtu_id', 'sensors.slot', 'sensors.kind'])
        .where('sensors.retired_at', 'is', null)
        .execute()
    ).map(({ rtu_id: rtuId, slot, kind }) => [`${rtuId}/${slot}`, kind]),
  );
  return {
    rtuOf: (cells: Cells) => stations.of(cells).rtuId,
    deviceOf(cells: Cells): Device {
      const { rtuId } = stations.of(cells);
      if (cellOf(cells, 'slot') === '') return { rtuId, slot: null, kind: null };
      const slot = wholeCell(cells, 'slot', 0, lastSlot);
      const kind = sensors.get(`${rtuId}/${slot}`);
      if (kind === undefined) throw new Refusal(422, 'sheets.noSensor', { slot }, 'slot');
      return { rtuId, slot, kind };
    },
  };
}

/** What a device has already is left away; a device stands in one row for each of its fields. */
function reader(
  db: Db,
  { language }: Bringing,
  deviceOf: (cells: Cells) => Device,
  facts: DeviceFacts,
): RowReader<readonly NewSet[]> {
  const taken = new Set<string>();
  return {
    name: ({ cells }) => [cellOf(cells, 'station'), cellOf(cells, 'slot')].filter(Boolean).join('/'),
    async read({ cells }) {
      const device = deviceOf(cells);
      const { rtuId, slot } = device;
      const faults = new RowFaults();
      const wanted = wantedOf(cells, device, language, faults);
      const same = await unchangedFields(
        db,
        wanted.map(({ group, edits }) => ({
          ...{ rtu_id: rtuId, slot, group_id: group.id, type: 'set', edits: JSON.stringify(edits) },
        })),
        facts,
      );
      const changed = wanted.map(({ group, edits }, at) => ({
        group,
        edits: Object.fromEntries(Object.entries(edits).filter(([id]) => same[at]?.includes(id) !== true)),
      }));
      const names = changed.flatMap(({ group, edits }) =>
        Object.keys(edits).map((id) => `${group.id}.${id}`),
      );
      const sets = changed.flatMap((one) => setsOf(device, one, facts, language, faults));
      for (const name of names)
        faults.try(() => {
          if (taken.has(`${rtuId}/${slot}/${name}`)) throw new Refusal(422, 'sheets.twice', {}, name);
        });
      faults.check();
      for (const name of names) taken.add(`${rtuId}/${slot}/${name}`);
      return sets.length === 0 ? null : sets;
    },
  };
}

/** Parameters of devices, a device a row: never set, but proposed as the draft of a plan. */
export const parameterSheet: SheetWay<readonly NewSet[]> = {
  isOpen: true,
  async begin(db, bringing, rows) {
    const { rtuOf, deviceOf } = await readDevices(db, bringing);
    const rtus = new Set<number>();
    for (const { cells } of rows) {
      try {
        rtus.add(rtuOf(cells));
      } catch (refused) {
        // The row says so itself when it is read.
        if (!(refused instanceof Refusal)) throw refused;
      }
    }
    const facts = await readFacts(
      db,
      [...rtus].map((rtuId) => ({ rtu_id: rtuId, slot: null, group_id: '' })),
    );
    return reader(db, bringing, deviceOf, facts);
  },
  async store(db, { by, now, language }, things) {
    const title = words(language)('sheets.planTitle', { count: things.length });
    return { planId: await insertPlan(db, by, { title, items: things.flat(), surface: 'button' }, now) };
  },
  /** A plan is discarded, or rolled back, where plans are. */
  async undo() {},
};
