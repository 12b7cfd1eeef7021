/** A number as a person types it, also with a comma or full-width digits; NaN for what is none. */
export function typedNumber(text: string): number {
  const plain = text.normalize('NFKC').trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}
