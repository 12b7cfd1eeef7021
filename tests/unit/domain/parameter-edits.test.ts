import { describe, expect, it } from 'vitest';
import { groups } from '../../../src/catalogue/index.ts';
import type { ParameterField } from '../../../src/catalogue/model.ts';
import {
  draftEdits,
  draftValue,
  fieldSections,
  isSameValue,
} from '../../../src/domain/parameters/parameter-edits.ts';

const field = (group: keyof typeof groups, id: string): ParameterField => {
  const found = groups[group].fields.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

describe('what a typed text means', () => {
  it.each([
    ['600', 600],
    [' 600 ', 600],
    ['−4.5', -4.5],
    ['4,5', 4.5],
    ['.5', 0.5],
    ['6e2', '6e2'],
    ['ten', 'ten'],
    ['12.', 12],
  ])('%s of a number', (typed, value) => {
    expect(draftValue(field('mems', 'offsetX'), typed)).toBe(value);
  });
  it('nothing is off where that is a value', () => {
    expect(draftValue(field('moisture', 'lowAlarm'), '')).toBeNull();
    expect(draftValue(field('rtu', 'apn'), ' cmnet ')).toBe('cmnet');
  });
});

describe('edits', () => {
  const { fields } = groups.rtu;
  it('are what differs from the device', () => {
    const known = { sendCycle: 600, resend: true, apn: '' };
    expect(draftEdits(fields, { sendCycle: '600', resend: false, apn: '' }, known)).toEqual({
      resend: false,
    });
    expect(draftEdits(fields, { sendCycle: '60x' }, known)).toEqual({ sendCycle: '60x' });
  });
  it('an emptied box of a number or a secret means nothing, of a text the empty text', () => {
    expect(
      draftEdits(fields, { sendCycle: '', center1Key: '', apn: '' }, { sendCycle: 60, apn: 'x' }),
    ).toEqual({
      apn: '',
    });
  });
  it('a set is the same in any order', () => {
    expect(isSameValue(['x', 'y'], ['y', 'x'])).toBe(true);
    expect(isSameValue(['x'], ['x', 'y'])).toBe(false);
  });
});

it('sections keep the order of the fields, each once', () => {
  for (const { fields } of Object.values(groups)) {
    const sections = fieldSections(fields);
    expect(sections.flatMap((section) => section.fields)).toEqual(fields);
    const names = sections.map(({ section }) => section);
    expect(new Set(names).size).toBe(names.length);
  }
});
