/** Limits of single sensors or RTUs as a spreadsheet gives them: tabs between cells, a row each. */
import type { Level } from '../../../../base/alarm-words.ts';
import type { MessageParams } from '../../../../base/errors.ts';
import type { MessageId } from '../../../../base/messages.ts';
import type { Override } from '../../../../domain/alarms/definition.ts';
import { type EditedLevel, limitsOf } from '../../../../domain/alarms/edits.ts';
import { typedNumber } from '../../../components/values/typed-number.ts';
import type { RuleTarget } from '../../../state/alarm-rules.ts';

/** A column of the sheet: one limit of a level. */
export interface LimitColumn {
  readonly level: Level;
  /** Which limit of the level, counted from 0. */
  readonly at: number;
}

/** The columns of a rule's sheet, from the mildest level on. */
export const columnsOf = (levels: readonly EditedLevel[]): readonly LimitColumn[] =>
  levels.flatMap(({ level, condition }) => limitsOf(condition).map((_, at) => ({ level, at })));

export interface WrongRow {
  /** From 1. */
  readonly row: number;
  readonly message: MessageId;
  readonly params: MessageParams;
}

const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase();
const offWords = new Set(['off', '关', '停用', 'オフ']);

/**
 * Reads rows of: station code, slot (not of a rule on RTUs), then a limit for each column; an empty cell leaves the
 * ladder's limit, `off` in place of the limits judges nothing. A first row without any number is a heading. The last of
 * several rows for a target counts.
 */
export function parseRows(
  pasted: string,
  of: 'sensor' | 'rtu',
  columns: readonly LimitColumn[],
  targets: readonly RuleTarget[],
): { readonly overrides: readonly Override[]; readonly wrong: readonly WrongRow[]; readonly count: number } {
  const known = new Map(
    targets.map((target) => [`${fold(target.stationCode)} ${target.slot ?? ''}`, target.targetId]),
  );
  const codes = new Set(targets.map(({ stationCode }) => fold(stationCode)));
  const taken = new Map<number, Override>();
  const wrong: WrongRow[] = [];
  let count = 0;
  const first = of === 'sensor' ? 2 : 1;
  for (const [index, line] of pasted.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const cells = line.split('\t').map((cell) => cell.trim());
    const isHeading =
      index === 0 &&
      !codes.has(fold(cells[0] ?? '')) &&
      cells.every((cell) => Number.isNaN(typedNumber(cell)));
    if (isHeading) continue;
    count += 1;
    const row = index + 1;
    const refuse = (message: MessageId, params: MessageParams = {}) => wrong.push({ row, message, params });
    const station = cells[0] ?? '';
    const slot = of === 'sensor' ? typedNumber(cells[1] ?? '') : null;
    if (!codes.has(fold(station))) {
      refuse('rules.paste.noStation', { station });
      continue;
    }
    const id = known.get(`${fold(station)} ${slot ?? ''}`);
    if (id === undefined) {
      refuse('rules.paste.noSlot', { station, slot: cells[1] ?? '' });
      continue;
    }
    const given = cells.slice(first);
    if (offWords.has(fold(given[0] ?? ''))) {
      taken.set(id, { targetId: id, off: true, limits: [] });
      continue;
    }
    if (given.length > columns.length && given.slice(columns.length).some((cell) => cell !== '')) {
      refuse('rules.paste.tooMany', { most: columns.length });
      continue;
    }
    const bad = given.find((cell) => cell !== '' && Number.isNaN(typedNumber(cell)));
    if (bad !== undefined) {
      refuse('rules.paste.noNumber', { cell: bad });
      continue;
    }
    const limits = columns.flatMap(({ level, at }, column) => {
      const cell = given[column] ?? '';
      return cell === '' ? [] : [{ level, at, limit: typedNumber(cell) }];
    });
    if (limits.length === 0) refuse('rules.paste.noLimit');
    else taken.set(id, { targetId: id, limits });
  }
  return { overrides: [...taken.values()], wrong, count };
}
