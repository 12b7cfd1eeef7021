/** JSON as loggers, gateways and services write it, as a table: rows of cells under the paths of its fields. */
import { Refusal } from '../../base/errors.ts';

/** Bounds of one message (*assumed*: a day of a logger at one reading a minute with room to spare). */
export const jsonBounds = { depth: 12, columns: 400, rows: 20_000, cells: 1_000_000, cell: 512 } as const;

export interface JsonTable {
  readonly names: readonly string[];
  /** A cell for each name; empty where the row does not have it. */
  readonly rows: readonly (readonly string[])[];
}

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown) => value === null || typeof value !== 'object';
const areObjects = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** Names that fields of times have where nothing else says which is the time. */
export const timeName = /^(?:ts|t|time|times|timestamp|datetime|date_?time|measured_?at|时间|時刻|日時)$/i;

const tooMany = () => {
  const { rows, columns, cells } = jsonBounds;
  return new Refusal(422, 'sources.json.tooMany', { rows, columns, cells });
};

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value).slice(0, jsonBounds.cell);
}

/** Rows are gathered under the union of their fields' paths. */
class Gathered {
  readonly #columns = new Map<string, number>();
  readonly #rows: string[][] = [];

  add(row: ReadonlyMap<string, string>): void {
    if (this.#rows.length >= jsonBounds.rows) throw tooMany();
    const cells: string[] = [];
    for (const [name, cell] of row) {
      let at = this.#columns.get(name);
      if (at === undefined) {
        at = this.#columns.size;
        if (at >= jsonBounds.columns) throw tooMany();
        this.#columns.set(name, at);
      }
      while (cells.length < at) cells.push('');
      cells[at] = cell;
    }
    this.#rows.push(cells);
  }

  table(): JsonTable {
    const width = this.#columns.size;
    if (width * this.#rows.length > jsonBounds.cells) throw tooMany();
    for (const row of this.#rows) while (row.length < width) row.push('');
    return { names: [...this.#columns.keys()], rows: this.#rows };
  }
}

/** Fields of an object under their paths: `values.level`, `ppv.0`. Lists of objects are left out. */
function flatten(value: unknown, path: string, into: Map<string, string>, depth = 0): void {
  if (depth > jsonBounds.depth) throw new Refusal(422, 'sources.json.deep', { most: jsonBounds.depth });
  if (isScalar(value)) {
    into.set(path, cellOf(value));
    return;
  }
  if (Array.isArray(value)) {
    if (!value.every(isScalar)) return;
    for (const [at, entry] of value.slice(0, jsonBounds.columns).entries())
      into.set(`${path}.${at}`, cellOf(entry));
    return;
  }
  for (const [name, entry] of Object.entries(value as Fields))
    flatten(entry, path === '' ? name : `${path}.${name}`, into, depth + 1);
}

/** `{ "head": { "fields": […] }, "data": [{ "time", "no", "vals" }] }`: CSIJSON of Campbell loggers. */
function campbell({ head, data }: Fields, into: Gathered): boolean {
  if (!isObject(head) || !Array.isArray(head['fields']) || !areObjects(data)) return false;
  const names = head['fields'].map((field) => (isObject(field) ? cellOf(field['name']) : ''));
  const environment = new Map<string, string>();
  if (isObject(head['environment'])) flatten(head['environment'], '', environment);
  for (const { vals, ...rest } of data) {
    const row = new Map(environment);
    flatten(rest, '', row);
    if (Array.isArray(vals))
      for (const [at, value] of vals.slice(0, names.length).entries())
        if (isScalar(value)) row.set(names[at] ?? '', cellOf(value));
    into.add(row);
  }
  return true;
}

/** An uplink of The Things Stack: the device, when it was received, and what its payload was decoded into. */
function thingsStack({ end_device_ids: ids, uplink_message: uplink, received_at: received }: Fields) {
  if (!isObject(ids) || !isObject(uplink)) return null;
  const row = new Map<string, string>();
  row.set('device_id', cellOf(ids['device_id']));
  row.set('dev_eui', cellOf(ids['dev_eui']));
  row.set('received_at', cellOf(uplink['received_at'] ?? received));
  row.set('f_port', cellOf(uplink['f_port']));
  row.set('f_cnt', cellOf(uplink['f_cnt']));
  if (isObject(uplink['decoded_payload'])) flatten(uplink['decoded_payload'], '', row);
  return row;
}

/** Lists of equal length side by side, the times among them: a row for each place. */
function columnsOf(value: Fields, into: Gathered): boolean {
  const lists = Object.entries(value).filter(
    (entry): entry is [string, readonly unknown[]] => Array.isArray(entry[1]) && entry[1].every(isScalar),
  );
  const times = lists.find(([name]) => timeName.test(name));
  if (times === undefined) return false;
  const { length } = times[1];
  const other = lists.find(([, list]) => list.length !== length);
  if (other !== undefined)
    throw new Refusal(422, 'sources.json.lengths', {
      column: other[0],
      count: other[1].length,
      time: times[0],
      wanted: length,
    });
  const same = new Map<string, string>();
  const names = new Set(lists.map(([name]) => name));
  flatten(Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name))), '', same);
  for (let at = 0; at < length; at++) {
    const row = new Map(same);
    for (const [name, list] of lists) row.set(name, cellOf(list[at]));
    into.add(row);
  }
  return true;
}

/** `{ "Device A": [{ "ts", "values" }], … }`: telemetry of a gateway, by device. */
function byDevice(value: Fields, into: Gathered, depth: number): boolean {
  const entries = Object.entries(value);
  if (entries.length === 0 || !entries.every(([, list]) => areObjects(list))) return false;
  if (
    entries.length === 1 &&
    /^(?:data|rows|records|values|readings|items|telemetry)$/i.test(entries[0]?.[0] ?? '')
  ) {
    take(entries[0]?.[1], into, depth + 1);
    return true;
  }
  for (const [device, list] of entries)
    for (const one of list as readonly Fields[]) {
      const row = new Map([['device', device]]);
      flatten(one, '', row);
      into.add(row);
    }
  return true;
}

function take(value: unknown, into: Gathered, depth = 0): void {
  if (depth > jsonBounds.depth) throw new Refusal(422, 'sources.json.deep', { most: jsonBounds.depth });
  if (Array.isArray(value)) {
    for (const one of value) take(one, into, depth + 1);
    return;
  }
  if (!isObject(value)) throw new Refusal(422, 'sources.json.scalar');
  const uplink = thingsStack(value);
  if (uplink !== null) {
    into.add(uplink);
    return;
  }
  if (campbell(value, into) || byDevice(value, into, depth) || columnsOf(value, into)) return;
  const row = new Map<string, string>();
  flatten(value, '', row);
  into.add(row);
}

/**
 * Reads a JSON text, or lines of which each is one, as a table. An object is a row, a list is several, lists side by side
 * with a list of times are columns; tables of Campbell loggers, telemetry of ThingsBoard and uplinks of The Things Stack
 * are recognised.
 * @throws Refusal 422 for what is no JSON, has no objects, or is beyond `jsonBounds`
 */
export function jsonTable(text: string): JsonTable {
  const into = new Gathered();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2 || !lines.slice(0, 2).every((line) => /^\s*\{.*\}\s*$/.test(line)))
      throw new Refusal(422, 'sources.json.syntax', { problem: error instanceof Error ? error.message : '' });
    for (const [at, line] of lines.entries()) {
      try {
        take(JSON.parse(line), into);
      } catch (problem) {
        if (problem instanceof Refusal) throw problem;
        throw new Refusal(422, 'sources.json.line', { line: at + 1 });
      }
    }
    return into.table();
  }
  take(value, into);
  return into.table();
}
