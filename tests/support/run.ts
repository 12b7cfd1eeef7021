/**
 * `npm test`: everything that must hold before a change lands, in the order in which it fails soonest: tools, types,
 * lint, laws and unit tests, build, server tests, browser tests. Ends with one line of counts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build-if-stale.ts';
import { ensureTools } from './ensure-tools.ts';
import { writeTypings } from './script-typings.ts';

const reports = mkdtempSync(join(tmpdir(), 'groundwatch-test-'));
let passed = 0;
let failed = 0;

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
  else failed += 1;
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
  const counts = report(file) as { numPassedTests?: number; numFailedTests?: number } | null;
  passed += counts?.numPassedTests ?? 0;
  failed += counts?.numFailedTests ?? 0;
  if (!ok && (counts?.numFailedTests ?? 0) === 0) failed += 1;
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
  const counts = report(file) as {
    stats?: { expected?: number; unexpected?: number; flaky?: number };
  } | null;
  passed += (counts?.stats?.expected ?? 0) + (counts?.stats?.flaky ?? 0);
  failed += counts?.stats?.unexpected ?? 0;
  if (!ok && (counts?.stats?.unexpected ?? 0) === 0) failed += 1;
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
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
