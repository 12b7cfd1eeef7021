const numbered = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);

/**
 * Columns that kinds made in the console share, by what a channel is: drawn as a curve, listed alone, a bearing that wraps
 * at 360 °, an amount that is summed over hours and days. New ones are only ever appended.
 */
export const ownColumns = {
  curve: numbered('c', 16),
  number: numbered('n', 8),
  bearing: numbered('b', 4),
  amount: numbered('s', 4),
} as const;
export type OwnColumnClass = keyof typeof ownColumns;
export const ownColumnClasses = ['curve', 'number', 'bearing', 'amount'] as const;

/** What a channel in a column is; null for a name that is no column. */
export const classOfColumn = (column: string): OwnColumnClass | null =>
  ownColumnClasses.find((one) => ownColumns[one].includes(column)) ?? null;
