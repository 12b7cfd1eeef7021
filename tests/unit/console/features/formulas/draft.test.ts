import { describe, expect, it } from 'vitest';
import {
  freeChannels,
  inputKey,
  mainChannel,
  proposedSecond,
  stationChannels,
} from '../../../../../src/console/features/formulas/channels.ts';
import { beginValues, templateFields } from '../../../../../src/console/features/formulas/editor/begin.ts';
import {
  byFormula,
  draftOf,
  type FormulaFormValues,
  fieldOf,
  followCompensation,
  followText,
  formProblem,
  readDraft,
  shownLetters,
} from '../../../../../src/console/features/formulas/editor/draft.ts';
import {
  curveAddress,
  formulaChanges,
  shareDone,
} from '../../../../../src/console/features/formulas/words.ts';
import type { FormulaView } from '../../../../../src/contract/sites/formulas.ts';
import { station } from './station.ts';

const text = (id: string, params?: object) => (params === undefined ? id : `${id} ${JSON.stringify(params)}`);
const channels = stationChannels(station, text);
const byKey = new Map(channels.map((channel) => [channel.key, channel]));
const tilt = (sourceId: number, channel: string) => inputKey({ row: 'tilt', sourceId, element: 0, channel });
const begun = (template: 'difference' | 'sum' | 'mean' | 'compensation' | 'free') =>
  beginValues({ type: 'template', template }, station, channels, 'en');
const problem = (values: FormulaFormValues) => readDraft(values, byKey).problem;

describe('channels that a formula may read', () => {
  it('are numbers: no bearing, no sum, nodes one by one, the RTU last', () => {
    const keys = channels.map(({ key }) => key);
    expect(keys).toContain('tilt.12.x.0');
    expect(keys).not.toContain('tilt.12.azimuth.0');
    // What fell since the day began is a number; what fell in an interval is a sum.
    expect(keys.filter((key) => key.startsWith('rain.'))).toEqual(['rain.11.daily.0']);
    expect(keys.filter((key) => key.includes('cumulativeA'))).toEqual([
      'profile.14.cumulativeA.1',
      'profile.14.cumulativeA.2',
    ]);
    expect(channels.at(-1)?.row).toBe('status');
    expect(keys).toContain('status.3.ambientTemperature.0');
    expect(keys).not.toContain('status.3.sendCycle.0');
  });
  it('are none of a derived channel', () => {
    const free = freeChannels(channels, new Set([12, 3]));
    expect(free.some(({ row, sourceId }) => row === 'tilt' && sourceId === 12)).toBe(false);
    // The RTU has a number of its own.
    expect(free.some(({ row }) => row === 'status')).toBe(true);
  });
  it('are proposed: the main one, the same of another sensor, a temperature of its own', () => {
    const first = mainChannel(channels, station.summary);
    expect(first?.key).toBe(tilt(12, 'x'));
    expect(proposedSecond(channels, first, false)?.key).toBe(tilt(13, 'x'));
    expect(proposedSecond(channels, first, true)?.key).toBe(tilt(12, 'temperature'));
    expect(proposedSecond([], undefined, false)).toBeUndefined();
  });
});

describe('what the editor begins with', () => {
  it('is a template with channels', () => {
    expect(begun('difference')).toMatchObject({
      ...{ template: 'difference', text: 'a - b', letters: 'a,b', unit: byFormula, digits: '4' },
      ...{ 'input.a': tilt(12, 'x'), 'input.b': tilt(13, 'x'), age: '1', ageUnit: 'h' },
    });
    expect(begun('mean')).toMatchObject({ text: 'mean(a, 24 h)', letters: 'a', 'input.b': '' });
    expect(begun('free')).toMatchObject({ text: '', letters: 'a', 'input.a': tilt(12, 'x') });
  });
  it('is what a lens has found', () => {
    const inputs = [
      { letter: 'a', row: 'tilt' as const, sourceId: 13, element: 0, channel: 'y' },
      { letter: 'b', row: 'tilt' as const, sourceId: 13, element: 0, channel: 'temperature' },
    ];
    const values = beginValues(
      { type: 'given', name: 'Y', text: 'a - 0.01 * (before(b, 2 h) - 15)', inputs },
      station,
      channels,
      'ja',
    );
    expect(values).toMatchObject({
      template: 'compensation',
      k: '0.01',
      t0: '15',
      lag: '2 h',
      'names.ja': 'Y',
    });
    expect(problem(values)).toBeNull();
  });
  it('is all of a version', () => {
    const values = beginValues({ type: 'edit', formula: view }, station, channels, 'en');
    expect(draftOf(values, 'en', readDraft(values, byKey).unit, byKey)).toEqual({
      ...{ names: view.names, unit: view.unit, digits: view.digits, text: view.text },
      ...{ inputs: view.inputs, age: view.age },
    });
  });
  it('keeps chosen channels when another template is chosen', () => {
    const values: FormulaFormValues = {
      ...begun('difference'),
      'input.a': tilt(13, 'y'),
      'input.b': tilt(12, 'y'),
    };
    const fields = templateFields('sum', values, channels, station.summary);
    expect(fields).toMatchObject({ text: 'a + b', 'input.a': tilt(13, 'y'), 'input.b': tilt(12, 'y') });
    const warm = templateFields('compensation', values, channels, station.summary);
    expect(warm).toMatchObject({ 'input.a': tilt(13, 'y'), 'input.b': tilt(13, 'temperature') });
    expect(templateFields('free', values, channels, station.summary)).toEqual({ template: 'free' });
  });
});

describe('the check while one types', () => {
  const values = begun('difference');
  it('says in which unit it comes out', () => {
    expect(readDraft(values, byKey)).toEqual({ problem: null, unit: '°', proposed: '°' });
    expect(readDraft({ ...values, text: 'a / b' }, byKey)).toMatchObject({ problem: null, unit: null });
    // Of a product with a number nothing is known: the unit of the first channel stands in.
    expect(readDraft({ ...values, text: '2 * a + b' }, byKey).unit).toBe('°');
    expect(readDraft({ ...values, text: '2 * a * b', unit: 'mm' }, byKey)).toMatchObject({
      problem: null,
      unit: 'mm',
    });
  });
  it.each([
    ['', 'text', 'formulas.fault.empty'],
    ['a -', 'text', 'formulas.fault.end'],
    ['a', 'text', 'formulas.fault.unused'],
    ['a - b + c', 'input.c', 'formulas.chooseInput'],
    ['exp(a) - b', 'text', 'formulas.fault.bare'],
    ['wurzel(a) - b', 'text', 'formulas.fault.name'],
  ])('%s: %s', (formula, field, id) => {
    expect(problem({ ...values, ...followText(formula) })).toMatchObject({ field, id });
  });
  it('names the unit where it is another one', () => {
    expect(problem({ ...values, unit: 'mm' })).toMatchObject({ field: 'unit', id: 'formulas.fault.unit' });
  });
  it('asks for the numbers of a compensation', () => {
    const warm = begun('compensation');
    expect(problem(warm)).toMatchObject({ field: 'k', id: 'form.number' });
    const first = { ...warm, ...followCompensation(warm, { k: '0,02' }) };
    expect(first).toMatchObject({ k: '0,02', text: 'a - 0.02 * (b - t0)' });
    expect(problem(first)).toMatchObject({ field: 't0' });
    const both = { ...first, ...followCompensation(first, { t0: '15' }) };
    expect(problem(both)).toBeNull();
    expect({ ...both, ...followText('a - 0.03 * (b - 15)') }).toMatchObject({
      template: 'compensation',
      k: '0.03',
    });
    expect(followText('a - 0.03 * b').template).toBe('free');
  });
  it('shows a channel for each letter that is read, chosen or added', () => {
    expect(shownLetters({ ...values, text: 'd + a' })).toEqual(['a', 'b', 'd']);
    // What was chosen stays while the text is wrong.
    expect(shownLetters({ ...values, text: 'a - (', 'input.c': tilt(12, 'y') })).toEqual(['a', 'b', 'c']);
  });
});

describe('what is sent', () => {
  const values: FormulaFormValues = {
    ...begun('difference'),
    'names.en': ' Gap ',
    reason: 'survey',
    age: '90',
    ageUnit: 'min',
  };
  it('fills in names that were left empty, and seconds', () => {
    const draft = draftOf(values, 'en', '°', byKey);
    expect(draft.names).toEqual({ 'zh-chs': 'Gap', en: 'Gap', ja: 'Gap' });
    expect(draft.age).toBe(5400);
    expect(draft.inputs.map(({ letter, sourceId }) => [letter, sourceId])).toEqual([
      ['a', 12],
      ['b', 13],
    ]);
    expect(formProblem(values, 'en')).toBeNull();
  });
  it.each([
    [{ 'names.en': ' ' }, 'names.en'],
    [{ 'names.ja': 'x'.repeat(41) }, 'names.ja'],
    [{ age: '' }, 'age'],
    [{ age: '8', ageUnit: 'h' }, null],
    [{ age: '169', ageUnit: 'h' }, 'age'],
    [{ reason: '' }, 'reason'],
  ])('%o', (change, field) => {
    expect(formProblem({ ...values, ...change }, 'en')?.field ?? null).toBe(field);
  });
  it('finds the field that the server names', () => {
    expect(fieldOf('inputs.1', values, 'en')).toBe('input.b');
    expect(fieldOf('text', values, 'en')).toBe('text');
    expect(fieldOf('names.ja', values, 'en')).toBe('names.ja');
    expect(fieldOf('slot', values, 'en')).toBeNull();
    expect(fieldOf(null, values, 'en')).toBeNull();
  });
});

const view: FormulaView = {
  ...{ id: 1, sensorId: 40, slot: 40, version: 2, at: 0, accountName: null, reason: '', retiredAt: null },
  names: { 'zh-chs': '差', en: 'Gap', ja: '差分' },
  ...{ unit: '°', digits: 3, text: 'a - b', age: 5400 },
  inputs: [
    { letter: 'a', row: 'tilt', sourceId: 12, element: 0, channel: 'x' },
    { letter: 'b', row: 'tilt', sourceId: 13, element: 0, channel: 'x' },
  ],
  progress: { since: 1000, next: 2500, to: 3000 },
};

describe('a derived channel in words', () => {
  it('says what a version changed', () => {
    const [first, second] = view.inputs;
    if (first === undefined || second === undefined) throw new Error('it has two inputs');
    const after = { ...view, text: 'a - 2 * b', inputs: [first, { ...second, channel: 'y' }], digits: 2 };
    const changes = formulaChanges(view, after, byKey, text);
    expect(changes.map(({ before, after: then }) => [before, then])).toEqual([
      ['a - b', 'a - 2 * b'],
      [byKey.get(tilt(13, 'x'))?.label, byKey.get(tilt(13, 'y'))?.label],
      ['3', '2'],
    ]);
    expect(formulaChanges(view, view, byKey, text)).toEqual([]);
    expect(formulaChanges(null, view, byKey, text).every(({ before }) => before === null)).toBe(true);
    const fewer = formulaChanges(view, { ...view, inputs: [first] }, byKey, text);
    expect(fewer).toEqual([expect.objectContaining({ after: null })]);
  });
  it('says how far its past is', () => {
    expect(shareDone({ since: 1000, next: 2500, to: 3000 })).toBe(0.75);
    expect(shareDone({ since: 3000, next: 3000, to: 3000 })).toBe(1);
    expect(shareDone({ since: 1000, next: 500, to: 3000 })).toBe(0);
  });
  it('has a curve beside its first channel', () => {
    expect(curveAddress(7, view)).toBe('/station/7/curve?channels=40.own.c0,12.tilt.x');
    const [first] = view.inputs;
    if (first === undefined) throw new Error('it has inputs');
    expect(
      curveAddress(7, {
        ...view,
        inputs: [{ ...first, row: 'profile', element: 2, channel: 'cumulativeA' }],
      }),
    ).toBe('/station/7/curve?channels=40.own.c0,12.profile.cumulativeA.2');
    expect(curveAddress(7, { ...view, inputs: [{ ...first, row: 'status' }] })).toBe(
      '/station/7/curve?channels=40.own.c0',
    );
  });
});
