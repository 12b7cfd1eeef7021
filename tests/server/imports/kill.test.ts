/** R2: an import that is killed can be resumed, or taken back; no reading is lost, doubled or left behind. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { everything, seedProject } from '../../support/imports.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { programOf, runProgram } from '../../support/process.ts';

const file = new URL('../../../../shared/data/usgs-mukilteo/waMVD116_rain.txt', import.meta.url).pathname;
const mapping = fileURLToPath(new URL('../../support/recordings/mukilteo-rain.json', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'groundwatch-killed-'));
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const args = [file, '--station', 'MK-1', '--mapping', mapping, '--create', 'REC', '--at', '47.94,-122.31'];

interface World {
  readonly storage: Storage;
  readonly environment: Readonly<Record<string, string>>;
}

async function openWorld(name: string, postgres: TestPostgres | null): Promise<World> {
  const dataDir = join(folder, name);
  const databaseUrl = postgres === null ? undefined : await postgres.database();
  const storage = await openStorage({ dataDir, databaseUrl });
  closing.push(() => storage.close());
  await seedProject(storage);
  return {
    storage,
    environment: { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
  };
}

const runsOf = ({ storage }: World) =>
  storage.db.selectFrom('import_runs').selectAll().orderBy('id').execute();

/**
 * Starts the import and kills it when the run has come so far. Answers how far it is then; null where it was quicker than
 * this process, which was kept from looking, and has ended.
 */
async function killAt(world: World, lines: number): Promise<number | null> {
  const child = spawn(process.execPath, [...programOf('import'), ...args], {
    env: { ...process.env, ...world.environment },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  for (;;) {
    const run = (await runsOf(world)).at(-1);
    if (run !== undefined && run.lines >= lines) break;
    if (child.exitCode !== null) return null;
    await new Promise((done) => setTimeout(done, 2));
  }
  child.kill('SIGKILL');
  await ended;
  const run = (await runsOf(world)).at(-1);
  return run?.ended_at == null ? (run?.lines ?? 0) : null;
}

/** A site whose import was killed twice, and what it was without; as often anew as the import is too quick. */
async function killedTwice(postgres: TestPostgres | null): Promise<{ killed: World; empty: string }> {
  for (let tries = 0; tries < 10; tries++) {
    const killed = await openWorld(`killed-${tries}`, postgres);
    const empty = await everything(killed.storage);
    // As soon as it is recorded: station and sensor are made, rows perhaps not yet.
    const first = await killAt(killed, 0);
    if (first === null) continue;
    const listed = await runProgram('import', ['--runs'], killed.environment);
    expect(listed.output).toContain(`not finished (${first} lines read)`);
    const second = await killAt(killed, first + 1);
    if (second === null) continue;
    expect(second).toBeGreaterThan(first);
    expect(await runsOf(killed)).toHaveLength(1);
    return { killed, empty };
  }
  throw new Error('the import was always quicker');
}

/** Rows with a time of their own, of the file's columns alone: the clock steps back at line 4268. */
const times = new Set(
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).slice(0, 5).join(' ')),
);

test.each([
  'sqlite',
  'postgres',
] as const)('R2 killed twice and resumed, an import is what it would have been without, on %s', async (dialect) => {
  const postgres = dialect === 'postgres' ? await startPostgres() : null;
  if (postgres !== null) closing.push(() => postgres.stop());
  const { killed, empty } = await killedTwice(postgres);
  const whole = await openWorld('whole', postgres);
  const done = await runProgram('import', args, killed.environment);
  expect([done.code, done.output]).toEqual([
    0,
    expect.stringContaining('had been interrupted and was resumed'),
  ]);

  expect((await runProgram('import', args, whole.environment)).code).toBe(0);
  expect(await everything(killed.storage)).toBe(await everything(whole.storage));
  const counts = async (world: World) =>
    (await runsOf(world)).map(({ lines, stored, filled, duplicates, rejected, conflict_count }) => ({
      ...{ lines, stored, filled, duplicates, rejected, conflict_count },
    }));
  const [counted] = await counts(killed);
  expect([counted]).toEqual(await counts(whole));
  expect(counted).toMatchObject({ stored: times.size, filled: 0, duplicates: 0, conflict_count: 0 });

  const again = await runProgram('import', args, killed.environment);
  expect([again.code, again.output]).toEqual([
    0,
    expect.stringContaining(`0 readings stored, 0 filled in, ${times.size} already there`),
  ]);
  const runs = await runsOf(killed);
  expect(runs).toHaveLength(2);
  for (const { id } of runs.toReversed()) {
    expect((await runProgram('import', ['--undo', String(id)], killed.environment)).code).toBe(0);
  }
  expect(await everything(killed.storage)).toBe(empty);
}, 300_000);

test('R2 killed and taken back, an import leaves nothing, also where the undoing was killed', async () => {
  const world = await openWorld('undone', null);
  const empty = await everything(world.storage);
  await killAt(world, 2000);
  const [run] = await runsOf(world);
  const undo = ['--undo', String(run?.id)];
  const child = spawn(process.execPath, [...programOf('import'), ...undo], {
    env: { ...process.env, ...world.environment },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  for (;;) {
    const [now] = await runsOf(world);
    if (now?.undone_by !== null) break;
    await new Promise((done) => setTimeout(done, 1));
  }
  child.kill('SIGKILL');
  await ended;
  const [half] = await runsOf(world);
  if (half?.undone_at === null) {
    const listed = await runProgram('import', ['--runs'], world.environment);
    expect(listed.output).toContain('began to undo it: run --undo again');
    expect((await runProgram('import', undo, world.environment)).code).toBe(0);
  }
  expect(await everything(world.storage)).toBe(empty);
  // What is undone is not resumed: the file is imported anew.
  const anew = await runProgram('import', args, world.environment);
  expect([anew.code, anew.output]).toEqual([0, expect.stringContaining(`${times.size} readings stored`)]);
  expect(await runsOf(world)).toHaveLength(2);
}, 300_000);
