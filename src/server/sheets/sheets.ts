/** Imports of sheets: looked at, stored as a whole, taken back as a whole (README.md). */
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { BodyOf, DataOf } from '../../contract/call.ts';
import {
  type importSheet as importCall,
  type sheetRuns as runsCall,
  type SheetId,
  type SheetResult,
  type SheetRow,
  sheetIds,
  sheets,
} from '../../contract/sheets.ts';
import type { By, Db, SiteEditor } from '../sites/edit/editor.ts';
import { fromJson, toJson } from '../storage/json.ts';
import { baselineSheet } from './baselines.ts';
import { cardSheet } from './cards.ts';
import { parameterSheet } from './parameters.ts';
import { faultsOf } from './row-faults.ts';
import { sensorSheet } from './sensors.ts';
import { stationSheet } from './stations.ts';
import type { Bringing, SheetMade, SheetWay } from './way.ts';

const ways: Readonly<Record<SheetId, SheetWay<unknown>>> = {
  stations: stationSheet as SheetWay<unknown>,
  sensors: sensorSheet as SheetWay<unknown>,
  baselines: baselineSheet as SheetWay<unknown>,
  parameters: parameterSheet as SheetWay<unknown>,
  cards: cardSheet as SheetWay<unknown>,
};
/** Runs that are listed. */
const listed = 20;

/** A row that was looked at: what it would make, or all that is wrong with it. */
interface Looked {
  readonly row: SheetRow;
  readonly name: string;
  /** Null = none, or everything is so already. */
  readonly thing: unknown;
  readonly refused: readonly Refusal[];
}

/** @throws Refusal 403 for who may not import this sheet */
function may({ viewer }: By, sheet: SheetId): void {
  const { permission } = sheets[sheet];
  if (!hasPermission(viewer.permissions, permission)) throw new Refusal(403, 'api.forbidden', { permission });
}

function resultOf({ row, name, thing, refused }: Looked, isStored: boolean): SheetResult {
  const faults = refused.map(({ field = null, messageId, params }) => ({
    ...{ field, messageId, params: { ...params } },
  }));
  const [first = { field: null, messageId: null, params: {} }, ...further] = faults;
  const result = faults.length > 0 ? 'bad' : thing === null ? 'same' : isStored ? 'added' : 'good';
  return { row: row.row, name, result, ...first, further };
}

async function lookAt(
  db: Db,
  bringing: Bringing,
  sheet: SheetId,
  rows: readonly SheetRow[],
): Promise<readonly Looked[]> {
  const columns: readonly string[] = sheets[sheet].columns;
  const { isOpen = false } = ways[sheet];
  const reader = await ways[sheet].begin(db, bringing, rows);
  const looked: Looked[] = [];
  for (const row of rows) {
    const name = reader.name(row);
    try {
      const strange = Object.keys(row.cells).find((column) => !columns.includes(column));
      if (strange !== undefined && !isOpen) throw new Refusal(422, 'sheets.unknown', { value: strange });
      looked.push({ row, name, thing: await reader.read(row), refused: [] });
    } catch (refused) {
      looked.push({ row, name, thing: null, refused: faultsOf(refused) });
    }
  }
  return looked;
}

/** Answers a line for each row, in their order. @throws Refusal 403 */
export async function importSheet(
  editor: SiteEditor,
  by: By,
  sheet: SheetId,
  { rows, dryRun, partial }: BodyOf<typeof importCall>,
  language: Language,
): Promise<DataOf<typeof importCall>> {
  may(by, sheet);
  const now = editor.now();
  const bringing = { by, now, language };
  const first = await lookAt(editor.storage.db, bringing, sheet, rows);
  const isGood = ({ thing, refused }: Looked) => refused.length === 0 && thing !== null;
  const isBad = (looked: readonly Looked[]) =>
    !looked.some(isGood) || (!partial && looked.some(({ refused }) => refused.length > 0));
  const seen = (looked: readonly Looked[]) => ({
    ...{ rows: looked.map((one) => resultOf(one, false)), run: null, planId: null },
  });
  if (dryRun || isBad(first)) return seen(first);
  // What was good may have been taken meanwhile: the transaction looks for itself.
  let answer: DataOf<typeof importCall> = seen(first);
  try {
    await editor.change(by, 'sheets.import', async (db) => {
      const looked = await lookAt(db, bringing, sheet, rows);
      answer = seen(looked);
      if (isBad(looked)) throw new NothingStored();
      const good = looked.filter(isGood);
      const made = await ways[sheet].store(
        db,
        bringing,
        good.map(({ thing }) => thing),
      );
      const kept = await keep(db, bringing, sheet, made);
      answer = { rows: looked.map((one) => resultOf(one, true)), ...kept };
      const what = kept.planId === null ? `run ${kept.run}` : `plan ${kept.planId}`;
      const detail = `${sheet}, ${good.length} of ${rows.length} rows, ${what}`;
      return { subject: 'sheet', detail, answer: null };
    });
  } catch (error) {
    if (!(error instanceof NothingStored)) throw error;
  }
  return answer;
}

/** Keeps what an import made, so that it can be taken back; a plan is kept by itself. */
async function keep(
  db: Db,
  { by, now }: Bringing,
  sheet: SheetId,
  made: SheetMade,
): Promise<{ readonly run: number | null; readonly planId: string | null }> {
  if ('planId' in made) return { run: null, planId: made.planId };
  const { id } = await db
    .insertInto('sheet_runs')
    .values({
      ...{ sheet, company_id: by.viewer.companyId, account_name: by.viewer.accountName, at: now },
      ...{ made: toJson(made.ids), undone_at: null, undone_by: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { run: Number(id), planId: null };
}

/** Ends a transaction that has found rows to be bad. */
class NothingStored extends Error {}

function visibleRuns(db: Db, { companyId }: By['viewer']) {
  const all = db.selectFrom('sheet_runs').selectAll();
  return companyId === null ? all : all.where('company_id', '=', companyId);
}

/** @throws Refusal 403 */
export async function readSheetRuns(db: Db, by: By, sheet: SheetId): Promise<DataOf<typeof runsCall>> {
  may(by, sheet);
  const rows = await visibleRuns(db, by.viewer)
    .where('sheet', '=', sheet)
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();
  return {
    runs: rows.map((row) => ({
      ...{ id: row.id, at: row.at, accountName: row.account_name, made: fromJson(row.made).length },
      ...{ undoneAt: row.undone_at, undoneBy: row.undone_by },
    })),
  };
}

/** Takes an import back, all of it or nothing. @throws Refusal 403, 404, 409 */
export function undoSheet(editor: SiteEditor, by: By, id: number): Promise<object> {
  return editor.change(by, 'sheets.undo', async (db) => {
    const run = await visibleRuns(db, by.viewer).where('id', '=', id).executeTakeFirst();
    const sheet = sheetIds.find((one) => one === run?.sheet);
    if (run === undefined || sheet === undefined)
      throw new Refusal(404, 'api.notFound', { what: `sheet run ${id}` });
    may(by, sheet);
    const now = editor.now();
    const { numUpdatedRows } = await db
      .updateTable('sheet_runs')
      .set({ undone_at: now, undone_by: by.viewer.accountName })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Refusal(409, 'sheets.undoneAlready');
    await ways[sheet].undo(db, by, fromJson(run.made), now);
    return { subject: 'sheet', detail: `${sheet}, run ${id}`, answer: {} };
  });
}
