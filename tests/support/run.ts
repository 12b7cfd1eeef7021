/**
 * `npm test`: everything that must hold before a change lands, in the order in which it fails soonest: tools, types,
 * lint, laws and unit tests, build, server tests, browser tests. Ends with one line of counts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildIfStale } from './build-if-stale.ts';
import { ensureTools } from './ensure-tools.ts';
import { writeTypings } from './script-typings.ts';

const reports = mkdtempSync(join(tmpdir(), 'groundwatch-test-'));
let passed = 0;
let failed = 0;
/** What is said of each failure once more below everything: the log of a whole run is long, and is often cut. */
const failures: string[] = [];

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
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

function run(
  title: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): boolean {
  const started = Date.now();
  console.log(`\n── ${title}`);
  const result = spawnSync('npx', ['--no-install', command, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  console.log(
    `── ${title}: ${result.status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return result.status === 0;
}

/** A check without tests of its own counts as one. */
function check(title: string, command: string, args: readonly string[]): void {
  if (run(title, command, args)) passed += 1;
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

function vitest(title: string, projects: readonly string[]): void {
  const file = join(reports, `${projects.join('-')}.json`);
  const ok = run(title, 'vitest', [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const told = report(file) as VitestReport | null;
  passed += told?.numPassedTests ?? 0;
  const before = failed;
  for (const { name, message, assertionResults } of told?.testResults ?? []) {
    const broken = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of broken)
      countFailure(`${relative('.', name)} › ${fullName}`, failureMessages[0]);
    if (broken.length === 0 && message) countFailure(relative('.', name), message);
  }
  if (!ok && failed === before) countFailure(title);
}

function playwright(title: string): void {
  const file = join(reports, 'browser.json');
  const ok = run(
    title,
    'playwright',
    ['test', '-c', 'tests/browser/playwright.config.ts', '--reporter=line,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
  );
  const told = report(file) as PlaywrightReport | null;
  passed += (told?.stats.expected ?? 0) + (told?.stats.flaky ?? 0);
  const before = failed;
  const open = [...(told?.suites ?? [])];
  for (let suite = open.shift(); suite !== undefined; suite = open.shift()) {
    open.push(...(suite.suites ?? []));
    for (const { ok: isGood, file: spec, title: name, tests } of suite.specs ?? []) {
      const said = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''));
      if (!isGood) countFailure(`${spec} › ${name}`, said.join('\n'));
    }
  }
  if (!ok && failed === before) countFailure(title);
}

ensureTools();
check('types', 'tsc', ['--noEmit']);
writeTypings();
check('types of scripts', 'tsc', ['--noEmit', '-p', 'scripts']);
check('lint and format', 'biome', ['check', '.']);
vitest('laws and unit tests', ['laws', 'unit']);
buildIfStale();
vitest('server tests', ['server']);
playwright('browser tests');
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\n── failures\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
