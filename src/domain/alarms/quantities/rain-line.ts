import { hoursOfLine, overLine } from '../methods/over-line.ts';
import type { IntensityLine } from '../methods/own-lines.ts';
import { hour } from '../methods/points.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';
import type { Arguments } from '../rule.ts';

const lineOf = (args: Arguments): IntensityLine => ({
  factor: numberOf(args, 'factor'),
  exponent: numberOf(args, 'exponent'),
  shortest: numberOf(args, 'shortest'),
  longest: numberOf(args, 'longest'),
  gap: numberOf(args, 'gap'),
});

/**
 * The present rain over a line of intensity and duration (`overLine`). The standard is the line of Caine 1980 (Geografiska
 * Annaler 62 A, 23–27); another one is given by its numbers, so that a version of a rule is always of one line. The line that
 * is kept for a station is that of `ownRainLine`. Test tips and what is missing: see `rainSum`.
 */
export const rainLine: QuantityDefinition = {
  id: 'rainLine',
  of: 'row',
  rows: ['rain'],
  unit: { of: 'own', unit: null },
  args: {
    factor: { type: 'number', unit: null, minimum: 0.01, maximum: 1000, standard: 14.82 },
    exponent: { type: 'number', unit: null, minimum: -3, maximum: 0, standard: -0.39 },
    gap: { type: 'number', unit: 'h', minimum: 1, maximum: 72, integer: true, standard: 6 },
    shortest: { type: 'number', unit: 'h', minimum: 1, maximum: 168, integer: true, standard: 1 },
    longest: { type: 'number', unit: 'h', minimum: 1, maximum: 24 * 30, integer: true, standard: 240 },
  },
  history: (args) => hoursOfLine(lineOf(args)) * hour,
  evaluate: (input, args) => overLine(input, lineOf(args)),
};
