import type { RunDetail } from '../../../../contract/workflows.ts';
import type { Text } from '../../../components/i18n.ts';
import type { RunLog } from '../../../state/scripts/runs.ts';

type Cell = string | number | boolean | null;
/** A result table: `total` rows there were, of which these are kept. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly total: number;
  /** How it is drawn above its rows, by places of columns; null = it is not. */
  readonly drawn?: TableDrawing | null;
}
/** A lying bar a row, or lines over a column. */
export interface TableDrawing {
  readonly as: 'bars' | 'line';
  readonly x: number;
  readonly y: readonly number[];
}

const isCell = (value: unknown): value is Cell =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isPlace = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

function drawingOf(read: unknown): TableDrawing | null {
  const { as, x, y } = (read ?? {}) as { as?: unknown; x?: unknown; y?: unknown };
  if ((as !== 'bars' && as !== 'line') || !isPlace(x) || !Array.isArray(y) || !y.every(isPlace)) return null;
  return { as, x, y };
}

/** A table as a run logged it (contract/workflows LogLine); an empty one where the text is none. */
export function tableOf(text: string): Omit<Table, 'title'> {
  try {
    const read = JSON.parse(text) as {
      columns?: unknown;
      heads?: unknown;
      rows?: unknown;
      total?: unknown;
      drawn?: unknown;
    };
    const names = Array.isArray(read.columns) ? read.columns.map(String) : [];
    const heads: readonly unknown[] = Array.isArray(read.heads) ? read.heads : [];
    const columns = names.map((name, at) => (typeof heads[at] === 'string' ? heads[at] : name));
    const rows = (Array.isArray(read.rows) ? read.rows : []).flatMap((row): Cell[][] =>
      Array.isArray(row) ? [columns.map((_, at) => (isCell(row[at]) ? row[at] : String(row[at] ?? '')))] : [],
    );
    const total = typeof read.total === 'number' ? read.total : rows.length;
    return { columns, rows, total, drawn: drawingOf(read.drawn) };
  } catch {
    return { columns: [], rows: [], total: 0, drawn: null };
  }
}

const device = (slot: number | null) => (slot === null ? 'RTU' : slot);

/** Tables of a run: those that it logged, then what it left out and which actions it proposes. */
export function tablesOf(run: RunDetail | undefined, log: RunLog, text: Text): readonly Table[] {
  const logged = log.lines
    .filter(({ kind }) => kind === 'table')
    .map((line, at) => ({ title: text('scripts.tableNumber', { number: at + 1 }), ...tableOf(line.text) }));
  const proposal = run?.proposal ?? null;
  if (proposal === null) return logged;
  const { skips, sends } = proposal;
  const heads = [text('plans.station'), text('plans.device')];
  return [
    ...logged,
    ...(skips.length === 0
      ? []
      : [
          {
            title: text('scripts.skipped'),
            columns: [...heads, text('scripts.why')],
            rows: skips.map(({ stationCode, slot, why }) => [stationCode, device(slot), why]),
            total: skips.length,
          },
        ]),
    ...(sends.length === 0
      ? []
      : [
          {
            title: text('scripts.commands'),
            columns: [...heads, text('scripts.command'), text('scripts.why')],
            rows: sends.map(({ stationCode, slot, action, reason }) => [
              stationCode,
              device(slot),
              action,
              reason,
            ]),
            total: sends.length,
          },
        ]),
  ];
}

const collator = new Intl.Collator(undefined, { numeric: true });
const order = (a: Cell, b: Cell): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
};

/** Rows that have every word, sorted by a column; empty cells stand last either way. */
export function arranged(
  table: Table,
  filter: string,
  sort: { readonly column: number; readonly isDown: boolean } | null,
): readonly (readonly Cell[])[] {
  const fold = (value: string) => value.normalize('NFKC').toLowerCase();
  const words = fold(filter).split(/\s+/).filter(Boolean);
  const found =
    words.length === 0
      ? table.rows
      : table.rows.filter((row) => {
          const target = fold(row.map((cell) => cell ?? '').join(' '));
          return words.every((word) => target.includes(word));
        });
  if (sort === null) return found;
  return [...found].sort((a, b) => {
    const [one = null, two = null] = [a[sort.column], b[sort.column]];
    const by = order(one, two);
    return one === null || two === null || !sort.isDown ? by : -by;
  });
}
