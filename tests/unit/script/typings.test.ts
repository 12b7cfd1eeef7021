/** The script API as `tsc` sees it: ready scripts pass, and mistakes are found before anything runs. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groups } from '../../../src/catalogue/index.ts';
import type { OwnKind } from '../../../src/catalogue/own-kinds.ts';
import { typings } from '../../support/tools/script-typings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const scripts = readdirSync(join(root, 'scripts')).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'),
);
const begin = `import { fleet, plan, args, number, choice } from 'groundwatch';\nconst [station] = await fleet.stations();\nif (station === undefined) throw new Error();\n`;
/** A kind that a company has made, one of its channels put away. */
const seepage: OwnKind = {
  ofFormula: false,
  ...{ id: 7, companyId: 1, version: 1, primary: 'c0' },
  names: { 'zh-chs': '渗流', en: 'Seepage', ja: '浸透' },
  channels: (['c0', 'n0'] as const).map((column) => ({
    ...{ column, unit: null, digits: 1, min: null, max: null, hidden: column === 'n0' },
    names: { 'zh-chs': `流量${column}`, en: `Flow ${column}`, ja: `流量 ${column}` },
  })),
};
/** What is wrong with each, as the compiler's code. */
const wrong: Readonly<Record<string, readonly [text: string, code: string]>> = {
  group: [`plan.set(station, 'rtuu', {});`, 'TS2345'],
  field: [`plan.set(station, 'rtu', { sendCycles: 600 });`, 'TS2561'],
  type: [`plan.set(station, 'rtu', { sendCycle: '600' });`, 'TS2322'],
  choice: [`plan.set(station, 'rtu', { loraBandwidth: '126' });`, 'TS2322'],
  kind: [`await fleet.stations({ kind: 'rt3001' });`, 'TS2820'],
  channel: [`await fleet.history(station, 'rain', 'x', { from: 0 });`, 'TS2345'],
  ownChannel: [`await fleet.history(station, 'own7', 'c1', { from: 0 });`, 'TS2345'],
  ownHidden: [`const [one] = await station.latest('own7'); one?.values.n0;`, 'TS2339'],
  ownValue: [`const [one] = await station.latest('own7'); one?.values.c0?.toUpperCase();`, 'TS2339'],
  action: [`plan.send(station, 'restarts');`, 'TS2345'],
  result: [`const [one] = await fleet.read(station, 'rtu'); one?.values;`, 'TS2339'],
  argument: [
    `const { n } = args({ n: number(), c: choice({ choices: ['a', 'b'] }) }); n.toUpperCase();`,
    'TS2339',
  ],
  condition: [`await fleet.stations({ where: { group: 'rtu', field: 'offset', above: 1 } });`, 'TS2322'],
  writes: [`(await station.read('rtu')).sendCycle = 3;`, 'TS2540'],
  node: [`process.exit(1);`, 'TS2591'],
};

// Under the project, so that the compiler's options and itself are found.
const folder = mkdtempSync(join(root, 'node_modules', '.scripts-'));
let said = '';
beforeAll(async () => {
  const text = typings([seepage]);
  writeFileSync(join(folder, 'groundwatch.d.ts'), text);
  mkdirSync(join(folder, 'wrong'));
  for (const name of scripts)
    writeFileSync(join(folder, name), readFileSync(join(root, 'scripts', name), 'utf8'));
  for (const [name, [code]] of Object.entries(wrong))
    writeFileSync(join(folder, 'wrong', `${name}.ts`), begin + code);
  writeFileSync(
    join(folder, 'own-kind.ts'),
    `${begin}const [one] = await station.latest('own7');
const flow: number | null | undefined = one?.values.c0;
await fleet.history(await fleet.stations({ kind: 'own7' }), 'own7', 'c0', { from: flow ?? 0 });\n`,
  );
  const config = JSON.parse(readFileSync(join(root, 'scripts', 'tsconfig.json'), 'utf8')) as object;
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ ...config, extends: '../../tsconfig.json', include: ['*.ts', 'wrong/*.ts'] }),
  );
  said = await new Promise<string>((resolve) => {
    execFile(
      join(root, 'node_modules', '.bin', 'tsc'),
      ['--noEmit', '--noUnusedLocals', 'false', '-p', folder],
      { cwd: root, maxBuffer: 1e7 },
      (_error, out, problems) => resolve(out + problems),
    );
  });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const problemsOf = (file: string) => said.split('\n').filter((line) => line.includes(`${file}(`));

describe.each(scripts)('scripts/%s', (name) => {
  it('passes the type check', () =>
    expect(problemsOf(`/${name}`).filter((line) => !line.includes('wrong/'))).toEqual([]));
});

it('a script on a kind of a company passes the type check', () =>
  expect(problemsOf('/own-kind.ts')).toEqual([]));

describe.each(Object.entries(wrong))('a wrong %s', (name, [, code]) => {
  it(`is found: ${code}`, () => {
    const [problem, ...others] = problemsOf(`wrong/${name}.ts`);
    expect(problem).toContain(`${code}:`);
    expect(problem).toMatch(/\(4,\d+\)/);
    expect(others).toEqual([]);
  });
});

describe('hovers', () => {
  const text = typings([seepage]);
  it('show the labels of all languages, bounds, units and defaults', () => {
    const at = text.indexOf('readonly sendCycle?: number;');
    const hover = text.slice(text.lastIndexOf('/**', at), at);
    expect(hover).toMatch(/Send cycle · \p{Script=Han}/u);
    expect(hover).toContain('Bounds: 60–64800 s');
    expect(hover).toContain('Step: 60');
    expect(hover).toContain('Default: 3600');
  });
  it.each(Object.values(groups))('every field of $id may be set unless it is read-only', ({ id, fields }) => {
    const from = text.indexOf(`readonly ${id}: {`, text.indexOf('interface GroupEdits'));
    const block = text.slice(from, text.indexOf('\n    };', from));
    for (const field of fields)
      expect(block.includes(`readonly ${field.id}?:`), field.id).toBe(field.readOnly !== true);
  });
  it('are those of the company for a kind that it has made', () => {
    const at = text.indexOf('readonly "own7": {');
    const kind = text.slice(text.lastIndexOf('/**', at), text.indexOf('\n    };', at));
    expect(kind).toContain('Seepage · 渗流 · 浸透');
    expect(kind).toContain('Flow c0 · 流量c0 · 流量 c0');
    expect(kind).not.toContain('n0');
  });
  it('no secret can be read', () => {
    const reported = text.slice(
      text.indexOf('interface GroupParameters'),
      text.indexOf('interface GroupEdits'),
    );
    expect(reported).not.toContain('center1Key');
    expect(text).toContain('readonly center1Key?: string');
  });
});
