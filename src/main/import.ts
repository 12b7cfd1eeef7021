/** `npm run import -- FILE --station CODE …`: a recording (CSV, TOA5) into the history of sensors. */
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { Refusal } from '../base/errors.ts';
import { type Language, type MessageId, toLanguage } from '../base/messages.ts';
import { lastSlot } from '../catalogue/slots.ts';
import type { Check } from '../server/imports/check.ts';
import { guessMapping } from '../server/imports/guess.ts';
import { type ImportOutcome, importFile } from '../server/imports/import-file.ts';
import { type Mapping, parseMapping } from '../server/imports/mapping.ts';
import { listRuns, type Run, undoRun, type Who } from '../server/imports/runs.ts';
import type { ImportPlace, PlannedTarget } from '../server/imports/targets.ts';
import { clockOf, fixedOffset } from '../server/imports/zone.ts';
import { loadOwnKinds } from '../server/sites/own-kinds.ts';
import { openStorage } from '../server/storage/open.ts';
import type { Conflict, ConflictRule, Storage } from '../server/storage/storage.ts';
import { words } from '../server/words.ts';
import { askRule } from './ask-rule.ts';
import { readSettings } from './settings.ts';

/** Bad lines, and conflicts, that are printed. */
const listed = 50;
/** Per cent of the lines that may be refused, where `--max-refused` does not say. */
const refusedAtMost = 5;

type Say = (id: MessageId, params?: Refusal['params']) => string;

const options = {
  station: { type: 'string' },
  sensor: { type: 'string' },
  mapping: { type: 'string' },
  create: { type: 'string' },
  at: { type: 'string' },
  conflicts: { type: 'string' },
  'max-refused': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  evaluate: { type: 'boolean', default: false },
  guess: { type: 'boolean', default: false },
  zone: { type: 'string' },
  who: { type: 'string' },
  runs: { type: 'boolean', default: false },
  undo: { type: 'string' },
  language: { type: 'string', default: 'en' },
} as const;

/** `--at -33.87,151.21`: a value that begins with a minus is the value of the option before it. */
function joined(args: readonly string[]): string[] {
  const made: string[] = [];
  for (const arg of args) {
    const before = made.at(-1);
    const isValue = /^-[\d.]/.test(arg) && before !== undefined && /^--[a-z-]+$/.test(before);
    if (isValue) made[made.length - 1] = `${before}=${arg}`;
    else made.push(arg);
  }
  return made;
}

const parse = () => parseArgs({ args: joined(process.argv.slice(2)), allowPositionals: true, options });
type Values = ReturnType<typeof parse>['values'];

function readMapping(file: string, named: string | undefined): Mapping {
  const beside = `${file}.mapping.json`;
  const path = named ?? beside;
  if (named === undefined && !existsSync(beside))
    throw new Refusal(400, 'import.noMapping', { file: beside });
  if (!existsSync(path)) throw new Refusal(400, 'import.file', { file: path });
  return parseMapping(readFileSync(path, 'utf8'));
}

/** A mapping of one sensor may be used for any slot: `--sensor` says which. */
function withSlot(mapping: Mapping, value: string | undefined): Mapping {
  if (value === undefined) return mapping;
  const slot = /^\d{1,2}$/.test(value) ? Number(value) : Number.NaN;
  if (value !== 'rtu' && !(slot <= lastSlot)) throw new Refusal(400, 'import.slot', { value }, 'sensor');
  const [only, another] = mapping.sensors;
  if (only === undefined || another !== undefined) throw new Refusal(400, 'import.sensorMany', {}, 'sensor');
  return { ...mapping, sensors: [{ ...only, slot: value === 'rtu' ? 'rtu' : slot }] };
}

/** Where a new station stands. Its zone is that of the file's clock, or where that is none of a place, the project's. */
async function placeOf(
  storage: Storage,
  { create, at }: Values,
  mapping: Mapping,
): Promise<ImportPlace | null> {
  if (create === undefined) return null;
  if (at === undefined) throw new Refusal(400, 'import.noPlace', {}, 'at');
  const match = /^\s*([+-]?\d{1,3}(?:\.\d+)?)\s*,\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/.exec(at);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    throw new Refusal(400, 'import.at', { value: at }, 'at');
  }
  const project = await storage.db
    .selectFrom('projects')
    .select('time_zone')
    .where('code', '=', create)
    .executeTakeFirst();
  if (project === undefined) throw new Refusal(404, 'import.target.project', { code: create });
  const isPlace = fixedOffset(mapping.timeZone) === null && !mapping.timeZone.startsWith('Etc/');
  const timeZone = isPlace ? mapping.timeZone : project.time_zone;
  return { projectCode: create, latitude, longitude, timeZone, names: {} };
}

function ruleOf(value: string | undefined): ConflictRule | null {
  if (value === undefined) return null;
  if (value !== 'keep' && value !== 'replace' && value !== 'fail') {
    throw new Refusal(400, 'import.conflictsRule', { value }, 'conflicts');
  }
  return value;
}

function shareOf(value: string | undefined): number {
  if (value === undefined) return refusedAtMost;
  const share = /^\d{1,3}(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(share <= 100)) throw new Refusal(400, 'import.maxRefused', { value }, 'max-refused');
  return share;
}

/** Who imports: as `--who` says, else the account of the machine. */
function whoOf(named: string | undefined): Who {
  let accountName = named?.trim() ?? '';
  try {
    accountName ||= userInfo().username;
  } catch {
    // A container may run as a user without a name.
  }
  return { userId: null, accountName: accountName === '' ? 'import' : accountName.slice(0, 80) };
}

function progressBar(share: number, lines: number): void {
  if (!process.stderr.isTTY) return;
  const done = Math.round(share * 30);
  const bar = `${'█'.repeat(done)}${'░'.repeat(30 - done)}`;
  process.stderr.write(`\r${bar} ${String(Math.round(share * 100)).padStart(3)} %  ${lines}`);
  if (share >= 1) process.stderr.write('\n');
}

const timeText = (t: number) => new Date(t).toISOString();

function printBad({ bad, badCounts }: Check, zone: string, say: Say): void {
  for (const { line, reason, detail, channel } of bad.slice(0, listed)) {
    const reported = say(`import.reason.${reason}`, { detail, channel, zone });
    console.log(say('import.report.line', { line, reason: reported }));
  }
  const all = Object.values(badCounts).reduce((sum, count) => sum + count, 0);
  if (all > listed) console.log(say('import.report.more', { count: all - listed }));
}

function printConflicts(conflicts: readonly Conflict[], wanted: readonly PlannedTarget[], say: Say): void {
  for (const { sourceId, row, t, channel, stored, offered } of conflicts.slice(0, listed)) {
    const target = wanted.find(
      (one) => one.sourceId === sourceId && (one.sensor.slot === 'rtu') === (row === 'status'),
    );
    const where = `${target?.code ?? ''}/${target?.sensor.slot ?? ''}`;
    const values = { stored: String(stored), offered: String(offered) };
    console.log(say('import.conflicts.line', { time: timeText(t), where, channel, ...values }));
  }
}

function printPreview({ check, wanted }: ImportOutcome, say: Say): void {
  const isNew = (one: PlannedTarget) => one.stationId === null || one.sourceId === null;
  const made = wanted
    .filter(isNew)
    .map(({ code, sensor, kind }) => `${code}/${sensor.slot} ${kind?.id ?? ''}`.trim());
  if (made.length > 0) console.log(say('import.preview.made', { what: [...new Set(made)].join(', ') }));
  console.log(say('import.preview.head'));
  for (const { line, plan, reading } of check.preview) {
    const units = new Map(check.plans[plan]?.channels.map(({ channel, unit }) => [channel, unit]));
    const values = Object.entries(reading.values).map(([channel, value]) =>
      `${channel} = ${value ?? '–'} ${units.get(channel) ?? ''}`.trimEnd(),
    );
    const element = reading.element === 0 ? '' : `.${reading.element}`;
    const where = `${wanted[plan]?.code ?? ''}/${wanted[plan]?.sensor.slot ?? ''}${element}`;
    console.log(
      `${String(line).padStart(6)}  ${timeText(reading.t)}  ${where} ${reading.row}  ${values.join(', ')}`,
    );
  }
}

function printOutcome(outcome: ImportOutcome, mapping: Mapping, say: Say): void {
  const { run, facts, check, counts, conflicts, wanted, resumed } = outcome;
  if (facts.encoding !== 'utf-8') console.log(say('import.readAs', { encoding: facts.encoding }));
  if (run === null) printPreview(outcome, say);
  printBad(check, mapping.timeZone, say);
  printConflicts(conflicts, wanted, say);
  const { lines, stored, filled, duplicates, rejected, conflictCount } = counts;
  const numbers = { lines, stored, filled, duplicates, rejected, conflicts: conflictCount };
  console.log(say(run === null ? 'import.report.dry' : 'import.report.done', numbers));
  if (run === null) return;
  if (resumed) console.log(say('import.run.resumed', { run }));
  console.log(say('import.run.recorded', { run }));
}

function stateOf(run: Run, say: Say): string {
  const who = run.undoneBy ?? '';
  if (run.undoneAt !== null) return say('import.run.state.undone', { time: timeText(run.undoneAt), who });
  if (run.undoneBy !== null) return say('import.run.state.undoing', { who });
  return run.endedAt === null
    ? say('import.run.state.open', { lines: run.lines })
    : say('import.run.state.done');
}

async function printRuns(storage: Storage, say: Say): Promise<void> {
  const runs = await listRuns(storage.db);
  if (runs.length === 0) console.log(say('import.run.empty'));
  for (const run of runs) {
    const { id, who, file, stored, filled, duplicates, conflictCount, rejected } = run;
    const counts = { stored, filled, duplicates, conflicts: conflictCount, rejected };
    const reported = {
      run: id,
      time: timeText(run.startedAt),
      who,
      file,
      ...counts,
      state: stateOf(run, say),
    };
    console.log(say('import.run.line', reported));
  }
}

/** The mapping goes to standard output, so that it can be put into a file; what is to be known goes to the other. */
async function guess(file: string, zone: string | undefined, say: Say): Promise<void> {
  if (zone !== undefined) {
    try {
      clockOf(zone);
    } catch {
      throw new Refusal(400, 'import.zone', { value: zone }, 'zone');
    }
  }
  const { mapping, time, columns } = await guessMapping(file, zone ?? '?');
  for (const one of columns) {
    const reported =
      one.guess === null
        ? say('import.guess.open')
        : one.guess === 'time'
          ? say('import.guess.time')
          : one.guess;
    const { column, name, values } = one;
    console.error(say('import.guess.column', { column, name, values: values.join(', '), guess: reported }));
  }
  const pattern = 'pattern' in time.time ? (time.time.pattern ?? '') : '';
  if (time.isAmbiguous) console.error(say('import.guess.ambiguous', { pattern }));
  if (time.pivot !== undefined) console.error(say('import.guess.pivot', { pivot: time.pivot }));
  if (zone === undefined) console.error(say('import.guess.zone'));
  console.error(say('import.guess.hint'));
  console.log(JSON.stringify(mapping, null, 2));
}

async function undo(storage: Storage, value: string, who: Who, say: Say): Promise<void> {
  const run = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  if (run === 0) throw new Refusal(404, 'import.run.none', { run: value });
  const { removed, restored } = await undoRun(storage, run, who, Date.now());
  console.log(say('import.run.takenBack', { run, removed, restored }));
}

async function take(storage: Storage, file: string, values: Values, say: Say): Promise<void> {
  if (!existsSync(file)) throw new Refusal(400, 'import.file', { file });
  const [conflicts, maxRefused] = [ruleOf(values.conflicts), shareOf(values['max-refused'])];
  const mapping = withSlot(readMapping(file, values.mapping), values.sensor);
  const place = await placeOf(storage, values, mapping);
  const { station } = values;
  const { 'dry-run': dryRun, evaluate: evaluates } = values;
  const order = { file, mapping, station, place, conflicts, maxRefused, dryRun, evaluates };
  const who = whoOf(values.who);
  const attempt = async (rule: ConflictRule | null): Promise<void> => {
    try {
      const asked = { ...order, conflicts: rule, who, now: Date.now(), onProgress: progressBar };
      printOutcome(await importFile(storage, asked), mapping, say);
    } catch (error) {
      const data =
        error instanceof Refusal ? (error.data as Partial<Check & ImportOutcome> | undefined) : undefined;
      if (data?.bad !== undefined) printBad(data as Check, mapping.timeZone, say);
      if (data?.conflicts !== undefined) printConflicts(data.conflicts, data.wanted ?? [], say);
      throw error;
    }
  };
  try {
    await attempt(conflicts);
  } catch (error) {
    if (!(error instanceof Refusal) || error.messageId !== 'import.conflicts.ask') throw error;
    const rule = await askRule(Number(error.params?.['count'] ?? 0), say);
    if (rule === null) throw error;
    await attempt(rule);
  }
}

/** The exit code: 0, 1 refused, 2 used wrongly. */
async function main(): Promise<number> {
  let say: Say = words('en');
  try {
    const { values, positionals } = parse();
    const language: Language = toLanguage(values.language);
    say = words(language);
    const [file, another] = positionals;
    if (another !== undefined || (file === undefined) !== (values.runs || values.undo !== undefined)) {
      console.error(say('import.usage'));
      return 2;
    }
    if (file !== undefined && values.guess) {
      await guess(file, values.zone, say);
      return 0;
    }
    const { dataDir, databaseUrl } = readSettings(process.env);
    const storage = await openStorage({ dataDir, databaseUrl });
    try {
      await loadOwnKinds(storage.db);
      if (values.undo !== undefined) await undo(storage, values.undo, whoOf(values.who), say);
      else if (file === undefined) await printRuns(storage, say);
      else await take(storage, file, values, say);
    } finally {
      await storage.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof Refusal) {
      console.error(say(error.messageId, error.params));
      return 1;
    }
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
      throw error;
    console.error(`${error.message}\n${say('import.usage')}`);
    return 2;
  }
}

process.exitCode = await main();
