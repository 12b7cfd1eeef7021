/** Unit symbols as shown after a value or in a column head; the same in every language. */
export const units = [
  '°', '°C', 'mg', 'mm', 'cm', 'm', 'mm/s', 'mm/h', 'mm/d', 'V', '%', '%/h', 'dBm', 'dB', 'Hz', 'MHz', 'kPa', 'Pa',
  's', 'ms', 'min', 'h',
] as const;
export type Unit = (typeof units)[number];
