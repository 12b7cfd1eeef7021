/** `npm run import -- FILE --station CODE …`: a recording (CSV, TOA5) into the history of sensors. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Refusal } from '../base/errors.ts';
import { type Language, type MessageId, toLanguage } from '../base/messages.ts';
import { Completer } from '../server/derivation/completer.ts';
import { type ImportReport, importRecording } from '../server/imports/import-recording.ts';
import { type Mapping, parseMapping } from '../server/imports/mapping.ts';
import { findTargets, type Place } from '../server/imports/targets.ts';
import { openStorage } from '../server/storage/open.ts';
import { words } from '../server/words.ts';
import { readSettings } from './settings.ts';

const listed = 50;

function parse() {
  return parseArgs({
    allowPositionals: true,
    options: {
      station: { type: 'string' },
      sensor: { type: 'string' },
      mapping: { type: 'string' },
      create: { type: 'string' },
      at: { type: 'string' },
      language: { type: 'string', default: 'en' },
    },
  });
}

function readMapping(file: string, named: string | undefined): Mapping {
  const beside = `${file}.mapping.json`;
  const path = named ?? beside;
  if (named === undefined && !existsSync(beside))
    throw new Refusal(400, 'import.noMapping', { file: beside });
  if (!existsSync(path)) throw new Refusal(400, 'import.file', { file: path });
  return parseMapping(readFileSync(path, 'utf8'));
}

/** A mapping of one sensor may be used for any slot: `--sensor` says which. */
function withSlot(mapping: Mapping, slot: string | undefined): Mapping {
  const [only, another] = mapping.sensors;
  if (slot === undefined || only === undefined || another !== undefined) return mapping;
  return { ...mapping, sensors: [{ ...only, slot: slot === 'rtu' ? 'rtu' : Number(slot) }] };
}

function placeOf(project: string | undefined, at: string | undefined, mapping: Mapping): Place | null {
  if (project === undefined) return null;
  const [latitude = 0, longitude = 0] = (at ?? '').split(',').map(Number);
  return { projectCode: project, latitude, longitude, timeZone: mapping.timeZone, names: {} };
}

function progressBar(share: number, lines: number): void {
  if (!process.stderr.isTTY) return;
  const done = Math.round(share * 30);
  const bar = `${'█'.repeat(done)}${'░'.repeat(30 - done)}`;
  process.stderr.write(`\r${bar} ${String(Math.round(share * 100)).padStart(3)} %  ${lines}`);
  if (share >= 1) process.stderr.write('\n');
}

function printReport(report: ImportReport, say: (id: MessageId, params?: Refusal['params']) => string): void {
  for (const { line, reason, detail } of report.bad.slice(0, listed)) {
    console.log(say('import.report.line', { line, reason: say(`import.reason.${reason}`, { detail }) }));
  }
  const all = Object.values(report.badCounts).reduce((sum, count) => sum + count, 0);
  if (all > listed) console.log(say('import.report.more', { count: all - listed }));
  const { lines, stored, duplicates, rejected } = report;
  console.log(say('import.report.done', { lines, stored, duplicates, rejected }));
}

async function main(): Promise<number> {
  const { values, positionals } = parse();
  const language: Language = toLanguage(values.language);
  const say = words(language);
  const [file] = positionals;
  if (file === undefined || values.station === undefined) {
    console.error(say('import.usage'));
    return 2;
  }
  const { dataDir, databaseUrl } = readSettings(process.env);
  const storage = await openStorage({ dataDir, databaseUrl });
  try {
    if (!existsSync(file)) throw new Refusal(400, 'import.file', { file });
    const mapping = withSlot(readMapping(file, values.mapping), values.sensor);
    const place = placeOf(values.create, values.at, mapping);
    const targets = await findTargets(storage, values.station, mapping.sensors, place);
    const completer = new Completer(storage);
    const report = await importRecording(
      storage,
      file,
      mapping,
      targets,
      (reading) => completer.complete(reading),
      progressBar,
    );
    printReport(report, say);
    return report.stored + report.duplicates === 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(say(error.messageId, error.params));
    return 1;
  } finally {
    await storage.close();
  }
}

process.exitCode = await main();
