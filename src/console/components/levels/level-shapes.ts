/** The four levels of alarms by rank, 1 to 4: a square, a triangle, a diamond and an octagon in a 12 × 12 box. */
export const levelPaths: Readonly<Record<number, string>> = {
  1: 'M2.6 1.6h6.8a1 1 0 0 1 1 1v6.8a1 1 0 0 1-1 1H2.6a1 1 0 0 1-1-1V2.6a1 1 0 0 1 1-1Z',
  2: 'M6 1.2 11.2 10.4H.8Z',
  3: 'M6 .9 11.1 6 6 11.1.9 6Z',
  4: 'M3.9.9h4.2l3 3v4.2l-3 3H3.9l-3-3V3.9Z',
};

/** The ranks that a level has, the worst first. */
export const ranks = [4, 3, 2, 1] as const;
