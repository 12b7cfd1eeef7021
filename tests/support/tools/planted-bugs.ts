/**
 * Plants bugs, one after the other, and reports which of them the tests notice.
 * The source of the working tree is never changed: bugs are planted in a temporary copy of it, which is removed at the end.
 * A bug counts as caught when at least one of its tests fails; the same tests have to pass without it, which is checked first.
 * Use: npm run test:planted, or npm run test:planted -- ID … for some. Exit code: 0 when all but two are caught.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupBy } from '../../../src/base/group.ts';
import type { PlantedBug } from '../planted/bug.ts';
import { plantedBugs } from '../planted/bugs.ts';
import { projectFiles } from './project-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Bugs that may go unnoticed. */
const mayBeMissed = 2;
/** ms that the tests of one bug may take: a bug that makes a test hang is caught by that. */
const longest = 300_000;

interface Report {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}
type Verdict =
  | { readonly is: 'caught'; readonly by: string }
  | { readonly is: 'missed' }
  | { readonly is: 'broken'; readonly why: string };

const copy = mkdtempSync(join(tmpdir(), 'planted-'));
let child: ChildProcess | null = null;
function clean(): void {
  child?.kill('SIGTERM');
  rmSync(copy, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    clean();
    process.exit(130);
  });
process.on('exit', clean);

/** All files of the working tree that are not ignored; packages are linked. */
function makeCopy(): void {
  for (const file of projectFiles()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
}

/** Runs test files of one project in the copy; a text where they could not be run, null where they did not end in time. */
function runProject(project: string, files: readonly string[]): Promise<Report | string | null> {
  const out = join(copy, 'planted-report.json');
  rmSync(out, { force: true });
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [program, 'run', '--project', project, '--reporter=json', `--outputFile=${out}`, ...files];
  return new Promise((resolve) => {
    let said = '';
    const run = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
    child = run;
    const keep = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000);
    };
    run.stdout.on('data', keep);
    run.stderr.on('data', keep);
    const late = setTimeout(() => run.kill('SIGKILL'), longest);
    run.on('close', (code, signal) => {
      clearTimeout(late);
      child = null;
      if (signal === 'SIGKILL') return resolve(null);
      try {
        const report = JSON.parse(readFileSync(out, 'utf8')) as Report;
        resolve(report.numPassedTests + report.numFailedTests === 0 ? `no test was run: ${said}` : report);
      } catch {
        resolve(`exit code ${code}: ${said}`);
      }
    });
  });
}

/** Runs test files, project after project, until some do not pass. */
async function runTests(files: readonly string[]): Promise<Report | string | null> {
  const byProject = groupBy(files, (file) => file.split('/')[1] ?? '');
  let last: Report | string | null = 'no test is named';
  for (const [project, own] of byProject) {
    last = await runProject(project, own);
    if (last === null || typeof last === 'string' || last.numFailedTests > 0) return last;
  }
  return last;
}

const failures = ({ testResults }: Report) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, fullName }) => (status === 'failed' ? [fullName] : [])),
  );

async function plant({ file, find, replace, tests }: PlantedBug): Promise<Verdict> {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const places = text.split(find).length - 1;
  if (places !== 1) return { is: 'broken', why: `the text to find stands ${places} times in ${file}` };
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  try {
    const report = await runTests(tests);
    if (report === null) return { is: 'caught', by: 'its tests do not end' };
    if (typeof report === 'string') return { is: 'broken', why: report };
    const [first] = failures(report);
    if (first !== undefined) return { is: 'caught', by: first };
    return { is: 'missed' };
  } finally {
    writeFileSync(path, text);
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !plantedBugs.some((bug) => bug.id === id));
if (unknown.length > 0) throw new Error(`no such bug: ${unknown.join(', ')}`);
const bugs = plantedBugs.filter(({ id }) => wanted.length === 0 || wanted.includes(id));

makeCopy();
const sound = await runTests([...new Set(bugs.flatMap(({ tests }) => tests))]);
if (sound === null || typeof sound === 'string' || failures(sound).length > 0) {
  console.error('The tests fail before any bug is planted:');
  console.error(sound === null || typeof sound === 'string' ? sound : failures(sound).join('\n'));
  process.exit(2);
}
let caught = 0;
for (const [index, bug] of bugs.entries()) {
  const began = performance.now();
  const verdict = await plant(bug);
  if (verdict.is === 'caught') caught += 1;
  const detail =
    verdict.is === 'caught' ? verdict.by : verdict.is === 'broken' ? verdict.why : bug.tests.join(' ');
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${index + 1}/${bugs.length} ${verdict.is} ${bug.id} (${seconds} s): ${detail}`);
}
console.log(`${caught} of ${bugs.length} bugs are caught.`);
process.exit(bugs.length - caught > (wanted.length === 0 ? mayBeMissed : 0) ? 1 : 0);
