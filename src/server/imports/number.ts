/** Numbers as loggers write them: decimal, with a point or a comma, nothing else. */

export type Decimal = 'point' | 'comma';

const pattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** With a prefix, or digits and A–F mixed: `0x1F`, `1F`, `3Ah`. Words such as `bad` have no digit. */
const hex = /^(?:[+-]?0[xX][0-9a-fA-F]+|(?=[0-9a-fA-F]*\d)(?=[0-9a-fA-F]*[a-fA-F])[0-9a-fA-F]{2,16}[hH]?)$/;

/** The number that a cell holds; NaN where it holds none: hexadecimal, grouped digits and `Infinity` are none. */
export function readNumber(cell: string, decimal: Decimal): number {
  const text = decimal === 'comma' ? commaToPoint(cell) : cell;
  return pattern.test(text) ? Number(text) : Number.NaN;
}

/** A comma becomes the point; where a point stands already, the cell is no number of this kind. */
const commaToPoint = (cell: string) => (cell.includes('.') ? 'x' : cell.replace(',', '.'));

/** True for a cell that is no decimal number but looks like a hexadecimal one. */
export const isHex = (cell: string): boolean => !pattern.test(cell) && hex.test(cell);
