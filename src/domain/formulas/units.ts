/** Checks the units of a formula: nothing is added to what is of another unit. */
import type { Unit } from '../../base/units.ts';
import { type FormulaNode, FormulaProblem, lettersOf } from './parse.ts';

/**
 * Unit of a part: a unit; null = none, a plain number; `any` = not known, as of a written number, which stands for a
 * coefficient of whatever unit fits, or of a product of two units.
 */
export type FoundUnit = Unit | null | 'any';

const shown = (unit: FoundUnit): string => unit ?? '1';

/** Unit of things that must be of the same one. @throws FormulaProblem */
function same(left: FoundUnit, right: FoundUnit): FoundUnit {
  if (left === 'any') return right;
  if (right === 'any' || left === right) return left;
  throw new FormulaProblem('add', { left: shown(left), right: shown(right) });
}

function ofProduct(left: FoundUnit, right: FoundUnit): FoundUnit {
  if (left === 'any' || right === 'any') return 'any';
  return left === null ? right : right === null ? left : 'any';
}

function ofQuotient(left: FoundUnit, right: FoundUnit): FoundUnit {
  if (left === 'any' || right === 'any') return 'any';
  return left === right ? null : right === null ? left : 'any';
}

/** A plain number is wanted. @throws FormulaProblem */
function bare(unit: FoundUnit, fault: 'bare' | 'exponent', name = ''): void {
  if (unit !== 'any' && unit !== null) throw new FormulaProblem(fault, { name, unit });
}

/** @throws FormulaProblem */
function unitOfPart(node: FormulaNode, units: ReadonlyMap<string, Unit | null>): FoundUnit {
  switch (node.kind) {
    case 'number':
      return 'any';
    case 'input':
    case 'span': {
      const unit = units.get(node.letter);
      if (unit === undefined) throw new FormulaProblem('letter', { letter: node.letter });
      return unit;
    }
    case 'minus':
      return unitOfPart(node.of, units);
    case 'binary': {
      const [left, right] = [unitOfPart(node.left, units), unitOfPart(node.right, units)];
      if (node.sign === '+' || node.sign === '-') return same(left, right);
      if (node.sign === '*') return ofProduct(left, right);
      if (node.sign === '/') return ofQuotient(left, right);
      bare(right, 'exponent');
      return left === null ? null : 'any';
    }
    case 'call': {
      const found = node.of.map((part) => unitOfPart(part, units));
      const [first = 'any'] = found;
      if (node.name === 'min' || node.name === 'max') return found.reduce(same);
      if (node.name === 'abs') return first;
      if (node.name === 'sqrt') return first === null ? null : 'any';
      if (node.name === 'exp' || node.name === 'ln') {
        bare(first, 'bare', node.name);
        return null;
      }
      if (first !== 'any' && first !== '°')
        throw new FormulaProblem('angle', { name: node.name, unit: shown(first) });
      return null;
    }
  }
}

/**
 * Checks that a formula reads each of its inputs and no other, adds nothing of different units, and comes out in the
 * unit that it is given.
 * @param units by letter of the inputs
 * @throws FormulaProblem
 */
export function checkFormula(
  node: FormulaNode,
  units: ReadonlyMap<string, Unit | null>,
  unit: Unit | null,
): void {
  const letters = lettersOf(node);
  if (letters.size === 0) throw new FormulaProblem('noInput');
  const found = unitOfPart(node, units);
  for (const letter of units.keys()) if (!letters.has(letter)) throw new FormulaProblem('unused', { letter });
  if (found !== 'any' && found !== unit) throw new FormulaProblem('unit', { found: shown(found) });
}

/** The unit that a formula comes out in; null also where that is not known. @throws FormulaProblem */
export function unitOfFormula(node: FormulaNode, units: ReadonlyMap<string, Unit | null>): FoundUnit {
  return unitOfPart(node, units);
}
