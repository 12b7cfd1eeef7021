/** The guest is code like any other: wrong code does not compile, and scripts are checked against what it exports. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarationsOf } from '../../../src/main/guest-declarations.ts';
import { Engine } from '../../../src/server/workflows/sandbox/engine.ts';
import { guestCode } from '../../../src/server/workflows/sandbox/guest.ts';
import { typings } from '../../support/tools/script-typings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const guest = `${root}src/script/guest`;
const head = `
import { ask, settle } from '${guest}/ask.ts';
import type { Device, Station } from '${guest}/devices.ts';
import { fleet as offered } from '${guest}/fleet.ts';
import { freeze, hear, say, start } from '${guest}/host.ts';
import { plan as proposed } from '${guest}/plan.ts';
import { deviceOf } from '${guest}/stations.ts';
export { ask, deviceOf, freeze, hear, offered, proposed, say, settle, start };
export type { Device, Station };
`;
/** Right code, which compiles: so it is the mistake that the others fail for. */
const right = `
await ask('read', { devices: [{ station: 1, slot: null }], group: 'rtu' });
say({ op: 'step', step: { step: 'title', text: 'x' } });
export const fleet: typeof offered = freeze({ ...offered });
hear(Object.assign(settle, { more: () => 0 }));
`;
/** Of each mistake the code, and what the compiler names. */
const wrong: readonly (readonly [mistake: string, code: string, named: RegExp])[] = [
  ['the network', "await fetch('https://example.com');", /'fetch'/],
  ['a page', 'document.title;', /'document'/],
  ['Node', 'process.exit(1);', /'process'/],
  ['a module of Node', "import 'node:fs';", /node:fs/],
  ['a timer', 'setTimeout(() => {}, 1);', /'setTimeout'/],
  ['a call that the host does not have', "await ask('write', {});", /write/],
  ['a call without an argument', 'await ask("read", { devices: [] });', /'group'/],
  ['a call with a wrong argument', 'await ask("latest", { stations: ["A"], kind: null });', /string/],
  ['an answer that is read wrongly', "(await ask('stations', {})).at(0)?.serial;", /serial/],
  ['a message that the host does not take', "say({ op: 'write' });", /write/],
  ['a step without its device', "say({ op: 'step', step: { step: 'skip', why: 'x' } });", /device/],
  ['what the host does not give', 'start.secret;', /secret/],
  ['a settle without its count', 'hear(settle);', /more/],
  [
    'an offer that lacks a function',
    `const { history: _, ...others } = offered;\nexport const fleet: typeof offered = freeze(others);`,
    /history/,
  ],
  [
    'an offer with another argument',
    'export const plan: typeof proposed = freeze({ ...proposed, skip: (device: Device, why: number) => Promise.resolve(void [device, why]) });',
    /number/,
  ],
  ['an answer that changes', 'export const change = (station: Station) => { station.code = "x"; };', /code/],
];

// Under the project, so that the compiler's options and packages are found.
const folder = mkdtempSync(join(root, 'node_modules', '.guest-'));
const compile = (path: string) =>
  new Promise<readonly string[]>((resolve) => {
    const tsc = `${root}node_modules/typescript/bin/tsc`;
    const args = [tsc, '--noEmit', '--pretty', 'false', '-p', path];
    execFile(process.execPath, args, { maxBuffer: 1e7 }, (_error, out) => resolve(out.split(/\n(?=\S)/)));
  });
let said: readonly string[] = [];
let saidOfTypings: readonly string[] = [];
beforeAll(async () => {
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const config = (extended: string, more: object) =>
    JSON.stringify({ extends: `${root}${extended}`, include: ['*.ts'], ...more });
  mkdirSync(join(folder, 'code'));
  write('code/right.ts', head + right);
  for (const [at, [, code]] of wrong.entries()) write(`code/wrong-${at}.ts`, `${head}${code}\n`);
  write('code/tsconfig.json', config('src/script/guest/tsconfig.json', {}));
  mkdirSync(join(folder, 'typings'));
  write('typings/groundwatch.d.ts', typings());
  write(
    'typings/fits.ts',
    `import type * as printed from 'groundwatch';
import type * as guest from '${guest}/catalogue.ts';
type Members<T> = { [K in keyof T]: T[K] };
export const groups = (of: Members<printed.GroupParameters>): guest.GroupParameters => of;
export const edits = (of: Members<printed.GroupEdits>): { [G in keyof guest.GroupEdits]: object } => of;
export const values = (of: Members<printed.KindValues>): { [kind: string]: object } => of;
export const channels = (of: Members<printed.HistoryChannels>): guest.HistoryChannels => of;
export const actions = (of: Members<printed.Actions>): { [action: string]: object } => of;
export const statistic = (of: printed.Statistic): guest.Statistic => of;
`,
  );
  write(
    'typings/tsconfig.json',
    config('scripts/tsconfig.json', { compilerOptions: { skipLibCheck: false } }),
  );
  [said, saidOfTypings] = await Promise.all([
    compile(join(folder, 'code')),
    compile(join(folder, 'typings')),
  ]);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the guest’s code', () => {
  it('compiles', () =>
    expect(
      said
        .filter((line) => !line.includes('wrong-'))
        .join('\n')
        .trim(),
    ).toBe(''));
  it.each(
    wrong.map(([mistake, , named], at) => [mistake, at, named] as const),
  )('with %s does not', (_, at, named) => {
    expect(said.filter((line) => line.includes(`wrong-${at}.ts(`)).join('\n')).toMatch(named);
  });
  it('is one module, which names no other', async () => {
    expect(await guestCode()).not.toMatch(/^\s*(?:import|export .* from)\b|\bimport\(/m);
  });
});

describe('the typings', () => {
  it('are valid, and what they say of the catalogue fits what the guest takes it for', () =>
    expect(saidOfTypings.join('\n').trim()).toBe(''));

  it('declare what a script finds, and nothing else', async () => {
    const text = `import * as all from 'groundwatch'; all.log(Object.keys(all).sort().join(' '));`;
    const given = { mode: 'run', seed: 1, at: 0, args: {}, language: 'en' } as const;
    const { turn } = await Engine.begin({ text, ...given });
    const found = turn.acts.flatMap((act) => (act.op === 'line' ? [act.text] : []));
    const declared = [...typings().matchAll(/^ {2}export (?:const|function|class) (\w+)/gm)];
    expect(found).toEqual([
      declared
        .map(([, name]) => name)
        .sort()
        .join(' '),
    ]);
    expect(declared.length).toBeGreaterThan(10);
  });

  it('follow the guest: its types, its comments and its defaults', () => {
    const source = `/** Of the file. */
import { say } from './host.ts';

interface Options {
  /** Seconds. */
  readonly delay?: number;
}
/** Waits a while. */
export function wait(options: Options = {}): Promise<void> {
  return say(options);
}
`;
    expect(declarationsOf('wait.ts', source)).toBe(`  interface Options {
    /** Seconds. */
    readonly delay?: number;
  }
  /** Waits a while. */
  export function wait(options?: Options): Promise<void>;
`);
  });

  it('cannot be made of an export whose type nobody has written', () => {
    expect(() => declarationsOf('a.ts', 'export const a = compute();')).toThrow(/a\.ts: .*type annotation/);
  });
});
