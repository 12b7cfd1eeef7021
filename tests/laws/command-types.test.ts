/** Code that names a command, its arguments or its performer wrongly does not compile: compiled here, one file a mistake. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const head = `
import { chart } from '${root}commands/chart/index.ts';
import { navigation } from '${root}commands/navigation/index.ts';
import { area, defineCommand, onScreen } from '${root}src/command/area.ts';
import { choiceArgument } from '${root}src/command/arguments.ts';
import { callOf } from '${root}src/command/command.ts';
import { CommandButton, type CommandRunner } from '${root}src/console/components/commands.tsx';
import { useOffer } from '${root}src/console/components/screen.ts';
import Type from 'typebox';
declare const commands: CommandRunner;
export { area, callOf, chart, choiceArgument, CommandButton, commands, defineCommand, navigation, onScreen, Type, useOffer };
`;
const direction =
  "Type.Object({ direction: choiceArgument('argument.direction', 'chart.pan', ['earlier', 'later']) })";

/** Right code, which compiles: so it is the mistake that the others fail for. */
const right = [
  'commands.run(chart.fit);',
  "commands.run(chart.fit, {}, 'key');",
  "commands.run(chart.dates, { from: '2026-01-01', to: '2026-02-01' });",
  'useOffer(chart.dates, ({ from, to }) => void [from.length, to.length]);',
  "export const button = <CommandButton command={chart.marks} args={{ kind: 'set' }} />;",
  'export const plain = <CommandButton command={chart.legend} />;',
  `export const one = area('chart', { pan: onScreen({ arguments: ${direction}, keys: [{ key: 'x', args: { direction: 'later' } }] }) });`,
].join('\n');
/** Of each mistake the code, and what the compiler names. */
const wrong: readonly (readonly [mistake: string, code: string, named: RegExp])[] = [
  ['an unknown command', 'commands.run(chart.legendary);', /legendary/],
  ['a command by its id', "commands.run('chart.legend');", /string/],
  [
    'a button of an unknown command',
    'export const b = <CommandButton command={chart.legendary} />;',
    /legendary/,
  ],
  ['a wrong argument', "commands.run(chart.marks, { kind: 'nothing' });", /nothing/],
  ['an argument too many', 'commands.run(chart.legend, { on: true });', /never/],
  ['an argument too few', "commands.run(chart.dates, { from: '2026-01-01' });", /'to'/],
  ['no arguments', 'commands.run(chart.dates);', /arguments/],
  ['a call with a wrong argument', "callOf(chart.pan, { direction: 'up' });", /up/],
  ['a button without its arguments', 'export const b = <CommandButton command={chart.marks} />;', /args/],
  [
    'a button with a wrong argument',
    "export const b = <CommandButton command={chart.marks} args={{ kind: 'no' }} />;",
    /kind|no/,
  ],
  [
    'an offer of a command that no screen performs',
    'useOffer(navigation.home, () => undefined);',
    /onScreen/,
  ],
  ['an offer that reads another argument', 'useOffer(chart.dates, ({ since }) => void since);', /since/],
  [
    'a command without a title',
    "export const one = area('chart', { nowhere: onScreen({}) });",
    /command\.chart\.nowhere/,
  ],
  [
    'a key without the arguments',
    `export const one = defineCommand({ arguments: ${direction}, keys: ['x'], execute: () => undefined });`,
    /string/,
  ],
  [
    'a key with a wrong argument',
    `export const one = onScreen({ arguments: ${direction}, keys: [{ key: 'x', args: { direction: 'up' } }] });`,
    /up/,
  ],
];

let folder = '';
let said: readonly string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'groundwatch-types-'));
  const write = (name: string, code: string) =>
    writeFileSync(join(folder, `${name}.tsx`), `${head}${code}\n`);
  write('right', right);
  for (const [at, [, code]] of wrong.entries()) write(`wrong-${at}`, code);
  const options = {
    types: [],
    typeRoots: [],
    paths: { '*': [`${root}node_modules/@types/*`, `${root}node_modules/*`] },
    noUncheckedSideEffectImports: false,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: `${root}tsconfig.json`,
      compilerOptions: options,
      include: ['*.tsx', `${root}node_modules/vite/client.d.ts`],
      exclude: [],
    }),
  );
  said = await new Promise<readonly string[]>((resolve) => {
    const tsc = `${root}node_modules/typescript/bin/tsc`;
    execFile(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '-p', folder], (_error, out) =>
      resolve(out.split(/\n(?=\S)/)),
    );
  });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

const of = (name: string) => said.filter((line) => line.includes(`${name}.tsx(`)).join('\n');

it('right code compiles', () =>
  expect(
    said
      .filter((line) => !line.includes('wrong-'))
      .join('\n')
      .trim(),
  ).toBe(''));
it.each(
  wrong.map(([mistake, , named], at) => [mistake, at, named] as const),
)('%s does not', (_, at, named) => {
  expect(of(`wrong-${at}`)).toMatch(named);
});
