/** What the demo of three processes writes: before they run the stations and their last days, and afterwards what people did. */
import { createHash } from 'node:crypto';
import { Board } from '../../server/sites/board.ts';
import { fromJson } from '../../server/storage/json.ts';
import { lookAtDatabase } from '../../server/storage/postgres/look.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { fleetOf, writeDemo } from '../demo/demo-begin.ts';
import type { DemoFile } from '../demo/demo-file.ts';
import { writeDemoMessages } from '../demo/demo-messages.ts';
import { writeDemoNotify } from '../demo/demo-notify.ts';
import { answerDemoAlarms } from '../demo/demo-people.ts';
import { writeDemoRules } from '../demo/demo-rules.ts';

/** Keys of `settings`: whose database it is, and that its stations and accounts are all there. */
const keys = { owner: 'demo.owner', made: 'demo.made' } as const;

/** By it a database knows its demo, whose passwords fit it. */
const markOf = ({ secret }: DemoFile) => createHash('sha256').update(`owner ${secret}`).digest('hex');

const freshOne =
  'name an empty one (such as "createdb groundwatch_demo" makes), or leave DATABASE_URL out, and the demo starts a ' +
  'PostgreSQL of its own';

/**
 * Looks whether a database is empty, or of this demo; it is not touched.
 * @throws Error in one sentence where it holds something else
 */
export async function checkDatabase(databaseUrl: string, file: DemoFile): Promise<void> {
  const { tables, setting } = await lookAtDatabase(databaseUrl, keys.owner);
  if (tables.length === 0 || setting === markOf(file)) return;
  throw new Error(
    setting === null
      ? `the database holds something that is not of the demo (tables: ${tables.length}, such as ${tables[0]}), which is ` +
          `left as it is: ${freshOne}`
      : `the database is that of a demo with another DATA_DIR, whose passwords are there: name that DATA_DIR; or ${freshOne}`,
  );
}

async function keep(storage: Storage, key: string, value: string): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('settings').where('key', '=', key).execute();
    await db.insertInto('settings').values({ key, value }).execute();
  });
}

async function has(storage: Storage, key: string): Promise<boolean> {
  const row = await storage.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes stations and accounts, once. @throws Error where an earlier start was interrupted in the middle of it */
export async function writeStations(storage: Storage, file: DemoFile): Promise<void> {
  const isBegun = await has(storage, keys.owner);
  if (isBegun && !(await has(storage, keys.made)))
    throw new Error(
      `the demo was interrupted while its stations were written, and has to begin anew: remove its DATA_DIR, and where ` +
        'DATABASE_URL is set the database, too',
    );
  if (!isBegun) {
    console.log(`  ${file.stations} stations are written`);
    await keep(storage, keys.owner, markOf(file));
  }
  await writeDemo(storage, file, fleetOf(file).fleet, false);
  await keep(storage, keys.made, 'yes');
}

/** Writes the rules, which judge the last `days` days, once; true where they are new. */
export async function writeRules(storage: Storage, file: DemoFile, days: number): Promise<boolean> {
  if (await storage.db.selectFrom('alarm_rules').select('id').executeTakeFirst()) return false;
  const board = new Board(storage, () => null);
  await board.load();
  return writeDemoRules(storage, board, file.anchor, Date.now(), { sensors: days, contact: days });
}

/** So often evaluation is found at its end before it counts as that: each figure is up to 3 s old. */
const wantedLooks = 5;
/** Looks at most, a second apart. */
const mostLooks = 900;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until whoever evaluates alarms has judged what was there, by what that process says of itself. */
async function evaluated({ db }: Storage, signal: AbortSignal): Promise<void> {
  let [looks, done] = [0, 0];
  for (; looks < mostLooks && done < wantedLooks && !signal.aborted; looks += 1) {
    await pause(1000);
    const holder = await db
      .selectFrom('leases')
      .innerJoin('processes', 'processes.id', 'leases.holder')
      .select('processes.facts')
      .where('leases.name', '=', 'alarms')
      .executeTakeFirst();
    done = holder !== undefined && fromJson(holder.facts).behind === 0 ? done + 1 : 0;
  }
}

/** What people did about the alarms of the past, and the messages that went out: once the processes have judged it. */
export async function answerAlarms(storage: Storage, signal: AbortSignal): Promise<void> {
  await evaluated(storage, signal);
  const now = Date.now();
  if (!signal.aborted) await answerDemoAlarms(storage, now);
  if (!signal.aborted && (await writeDemoNotify(storage, now))) await writeDemoMessages(storage, now);
}
