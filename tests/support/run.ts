/**
 * `npm test`: everything that must hold before a change lands, in the order in which it fails soonest: tools, types,
 * lint, laws and unit tests, build, server tests and browser tests (beside each other where the machine has room). Ends with what failed, the time of each phase and
 * one line of counts.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { buildIfStale } from './tools/build-if-stale.ts';
import { ensureTools } from './tools/ensure-tools.ts';
import { writeTypings } from './tools/script-typings.ts';

const reports = mkdtempSync(join(tmpdir(), 'groundwatch-test-'));
let passed = 0;
let failed = 0;
/** What is said of each failure once more below everything: the log of a whole run is long, and is often cut. */
const failures: string[] = [];
/** Tests that passed at the second attempt only: each hides a race, of the test or of the product. */
const unsteady: string[] = [];

/** What is read of the report of vitest; a file that could not be loaded has a message and no failed test. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** What is read of the report of Playwright. */
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly flaky: number };
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly ok: boolean;
    readonly file: string;
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

/** What was run, in its order, and how long it took. */
const phases: { readonly title: string; readonly isGood: boolean; readonly seconds: number }[] = [];

/** Runs a program of npm; its lines begin with `mark` where others run beside it. */
async function run(
  title: string,
  command: string,
  args: readonly string[],
  { env = {}, mark = '' }: { readonly env?: Readonly<Record<string, string>>; readonly mark?: string } = {},
): Promise<boolean> {
  const started = Date.now();
  console.log(`\n── ${title}`);
  const child = spawn('npx', ['--no-install', command, ...args], {
    stdio: ['ignore', mark === '' ? 'inherit' : 'pipe', mark === '' ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null)
      createInterface({ input: stream }).on('line', (line) => console.log(`${mark} ${line}`));
  const isGood = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  const seconds = Math.round((Date.now() - started) / 1000);
  phases.push({ title, isGood, seconds });
  console.log(`── ${title}: ${isGood ? 'ok' : 'FAILED'} in ${seconds} s`);
  return isGood;
}

/** A check without tests of its own counts as one. */
async function check(title: string, command: string, args: readonly string[]): Promise<void> {
  if (await run(title, command, args)) passed += 1;
  else countFailure(title);
}

function countFailure(name: string, said = ''): void {
  failed += 1;
  // Colours of a terminal have no meaning in a log.
  const plain = stripVTControlCharacters(said).split('\n').slice(0, 12).join('\n    ');
  failures.push(plain === '' ? name : `${name}\n    ${plain}`);
}

function report(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Tests that start servers, brokers and databases wait for them: one worker more than cores keeps the cores busy. */
const workersOfServer = Math.ceil(availableParallelism() * 1.5);

/** Files that may be tried once more, alone: more of them are no accident of a busy machine. */
const mostAgain = 10;

async function vitest(
  title: string,
  projects: readonly string[],
  {
    mark = '',
    workers,
    isTriedAgain = false,
    only = [],
  }: {
    readonly mark?: string;
    readonly workers?: number;
    /** Files of which tests fail are run once more, one by one. */
    readonly isTriedAgain?: boolean;
    readonly only?: readonly string[];
  } = {},
): Promise<void> {
  const file = join(reports, `${projects.join('-')}-${phases.length}.json`);
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    '--reporter=./tests/support/suite/progress.ts',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...only,
  ];
  const ok = await run(title, 'vitest', args, { mark });
  const reported = report(file) as VitestReport | null;
  const broken = (reported?.testResults ?? []).filter(
    ({ message, assertionResults }) =>
      Boolean(message) || assertionResults.some(({ status }) => status === 'failed'),
  );
  const names = broken.map(({ name }) => relative('.', name));
  if (!ok && isTriedAgain && names.length > 0 && names.length <= mostAgain) {
    const good = (reported?.testResults ?? []).filter((one) => !broken.includes(one));
    passed += good.reduce((sum, { assertionResults }) => sum + countPassed(assertionResults), 0);
    const before = failed;
    await vitest(`${title}, once more`, projects, { mark, workers: 1, only: names });
    if (failed === before) unsteady.push(...names);
    return;
  }
  passed += reported?.numPassedTests ?? 0;
  const before = failed;
  for (const { name, message, assertionResults } of broken) {
    const failing = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of failing)
      countFailure(`${relative('.', name)} › ${fullName}`, failureMessages[0]);
    if (failing.length === 0) countFailure(relative('.', name), message);
  }
  if (!ok && failed === before) countFailure(title);
}

const countPassed = (results: VitestReport['testResults'][number]['assertionResults']) =>
  results.filter(({ status }) => status === 'passed').length;

async function playwright(title: string, mark: string): Promise<void> {
  const file = join(reports, 'browser.json');
  const args = [
    'test',
    ...['-c', 'tests/browser/playwright.config.ts'],
    // Once more, on a product of its own, where the first attempt fails; what needed it is named at the end.
    '--retries=1',
    '--reporter=./tests/support/suite/browser-progress.ts,json',
  ];
  const ok = await run(title, 'playwright', args, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file }, mark });
  const reported = report(file) as PlaywrightReport | null;
  passed += (reported?.stats.expected ?? 0) + (reported?.stats.flaky ?? 0);
  const before = failed;
  const open = [...(reported?.suites ?? [])];
  for (let suite = open.shift(); suite !== undefined; suite = open.shift()) {
    open.push(...(suite.suites ?? []));
    for (const { ok: isGood, file: spec, title: name, tests } of suite.specs ?? []) {
      const said = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''));
      if (!isGood) countFailure(`${spec} › ${name}`, said.join('\n'));
      else if (tests.some(({ status }) => status === 'flaky')) unsteady.push(`${spec} › ${name}`);
    }
  }
  if (!ok && failed === before) countFailure(title);
}

/** Bytes of memory that server and browser tests need at most where they run side by side. */
const memoryOfBoth = 8 * 1024 ** 3;
const coresOfBoth = 4;

const began = Date.now();
ensureTools();
await check('types', 'tsc', ['--noEmit']);
await check('types of the guest', 'tsc', ['--noEmit', '-p', 'src/script/guest']);
writeTypings();
await check('types of scripts', 'tsc', ['--noEmit', '-p', 'scripts']);
await check('lint and format', 'biome', ['check', '.']);
await vitest('laws and unit tests', ['laws', 'unit']);
const building = Date.now();
buildIfStale();
phases.push({ title: 'build', isGood: true, seconds: Math.round((Date.now() - building) / 1000) });
// Two cores are busy with either: side by side they would only make each other late.
const sideBySide = totalmem() >= memoryOfBoth && availableParallelism() >= coresOfBoth;
const server = vitest('server tests', ['server'], {
  mark: '[server]',
  workers: workersOfServer,
  isTriedAgain: true,
});
if (!sideBySide) await server;
await Promise.all([server, playwright('browser tests', '[browser]')]);
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\n── failures\n${failures.join('\n')}`);
if (unsteady.length > 0) console.log(`\n── passed at the second attempt only\n${unsteady.join('\n')}`);
console.log('\n── times');
for (const { title, isGood, seconds } of phases)
  console.log(`${String(seconds).padStart(5)} s  ${title}${isGood ? '' : ': FAILED'}`);
console.log(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s  in all`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
