/** Two companies with names of their own on a real server, and every way to ask it: from any loopback address. */

import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { permissions } from '../../../src/base/permissions.ts';
import type { Definition } from '../../../src/domain/alarms/definition.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { Shelf } from '../../../src/server/uploads/shelf.ts';
import { type Answer, firstReading, password, startTestServer, type TestServer } from '../server.ts';
import { plantDashboards } from './plant-dashboards.ts';
import { plantDeleted } from './plant-deleted.ts';
import { plantFolders } from './plant-folders.ts';
import { plantFormulas } from './plant-formulas.ts';
import { plantKinds } from './plant-kinds.ts';
import { plantNotify } from './plant-notify.ts';
import { plantProposals } from './plant-proposals.ts';
import { plantReports } from './plant-reports.ts';
import { plantSafety } from './plant-safety.ts';
import { plantSchedules } from './plant-schedules.ts';
import { plantServiceAccounts } from './plant-service-accounts.ts';
import { plantSheets } from './planted-sheets.ts';

/** What must never be in an answer to the other company. */
export const marks = { 1: 'mark-of-company-one', 2: 'mark-of-company-two' } as const;
/** An order that waits for the RTU of each company. */
export const orderOf = { 1: `${'0'.repeat(25)}1`, 2: `${'0'.repeat(25)}2` } as const;
/** A draft for the RTU of each company. */
export const planOf = { 1: `${'0'.repeat(24)}P1`, 2: `${'0'.repeat(24)}P2` } as const;
/** A run of each company that is over. */
export const runOf = { 1: `${'0'.repeat(24)}R1`, 2: `${'0'.repeat(24)}R2` } as const;
/** A script that the operator of each company shares. */
export const scriptOf = { 1: `${'0'.repeat(24)}S1`, 2: `${'0'.repeat(24)}S2` } as const;
/** Something of each company that waits for a second person, and a sounding that waits. */
export const jointOf = { 1: `${'0'.repeat(24)}J1`, 2: `${'0'.repeat(24)}J2` } as const;
export const callOf = { 1: `${'0'.repeat(24)}C1`, 2: `${'0'.repeat(24)}C2` } as const;
export type CompanyId = keyof typeof marks;

/** A rule that finds nothing in what is stored here. */
export const tiltRule = {
  of: 'sensor',
  enabled: true,
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    {
      level: 'red',
      condition: { type: 'limit', term: 0, side: 'above', limit: 1000 },
      hold: { readings: 1 },
      releaseHold: { readings: 1 },
    },
  ],
  patience: null,
  blindLevel: 'blue',
  scope: { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] },
  overrides: [],
} as const satisfies Definition;
const openAlarm = {
  is_blind: 0,
  revision: 1,
  present: 2,
  peak: 2,
  raised_at: firstReading,
  known_at: firstReading,
  moved_at: firstReading,
  is_late: 0,
  is_contradicted: 0,
  answered_at: null,
  answered_by: null,
  answered_name: null,
  answer_note: '',
  shelved_at: null,
  shelved_until: null,
  shelved_rank: null,
  shelved_by: null,
  shelved_name: null,
  shelf_reason: '',
  closed_at: null,
  closed_why: null,
  closed_by: null,
  closed_name: null,
  finding: null,
  closed_note: '',
  assigned_to: null,
  assigned_name: null,
} as const;
const factsOf = (mark: string) => ({
  ruleName: mark,
  ruleVersion: 1,
  stationCode: mark,
  stationName: mark,
  terms: [],
  readAt: firstReading,
  receivedAt: firstReading,
  arrival: 'live' as const,
  card: mark,
});
const comment = {
  is_event: 0,
  type: 'comment',
  t: firstReading,
  known_at: firstReading,
  from_rank: 2,
  to_rank: 2,
  is_late: 0,
  contradicted_at: null,
  user_id: null,
  account_name: null,
  until_t: null,
  finding: null,
  facts: null,
} as const;
const waitingOrder = {
  slot: null,
  kind: null,
  type: 'action',
  name: 'reportNow',
  body: '{}',
  previous: toJson({}),
  seen: '{}',
  state: 'queued',
  verification: null,
  position: 1,
  seq: null,
  attempts: 0,
  session: null,
  base_version: null,
  stranding: 0,
  trial: null,
  user_id: 1,
  account_name: 'maintainer',
  surface: 'button',
  plan_id: null,
  body_hash: '',
  not_after: 4_102_444_800_000,
  created_at: 0,
  sent_at: null,
  received_at: null,
  answered_at: null,
  ended_at: null,
  applied_at: null,
  verified_at: null,
  code: null,
  answer: '',
  hidden: 0,
} as const;

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Source address, 127.0.0.0/8. */
  readonly from?: string;
}
export interface Reply extends Answer {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Asks over HTTP; of a stream it takes the first events and goes. */
export function askAt(
  address: string,
  { method = 'GET', path, body, token, headers = {}, from }: Ask,
): Promise<Reply> {
  const { hostname, port } = new URL(address);
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        agent: false,
        ...(from === undefined ? {} : { localAddress: from }),
        headers: {
          lang: 'en',
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: token }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        const type = response.headers['content-type'] ?? '';
        const done = () => {
          const text = Buffer.concat(parts).toString('utf8');
          const envelope = type.includes('json') && text !== '' ? JSON.parse(text) : null;
          resolve({ http: response.statusCode ?? 0, type, text, envelope, headers: response.headers });
        };
        response.on('data', (part: Buffer) => {
          parts.push(part);
          if (!type.includes('event-stream')) return;
          done();
          outgoing.destroy();
        });
        response.on('end', done);
        response.on('error', () => undefined);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(sent);
  });
}

export interface World extends TestServer {
  ask(ask: Ask): Promise<Reply>;
  /** Changes a user's row, as an administrator would. */
  setUser(
    account: string,
    set: { disabled?: number; role_id?: number; company_id?: number | null },
  ): Promise<void>;
}

/** Remark n stands on station n and carries its mark; what a call deleted is there again for the next, or deleted for it. */
async function plantRemarks({ running: { storage } }: TestServer, isDeleted: boolean): Promise<void> {
  const deletedAt = isDeleted ? Date.now() : null;
  await storage.write(async (db) => {
    for (const id of [1, 2] as const) {
      const found = await db.selectFrom('remarks').select('id').where('id', '=', id).executeTakeFirst();
      if (found !== undefined) {
        await db.updateTable('remarks').set({ deleted_at: deletedAt }).where('id', '=', id).execute();
        continue;
      }
      const author = id === 1 ? 'operatorA' : 'operatorB';
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('account_name', '=', author)
        .executeTakeFirstOrThrow();
      const who = { user_id: user.id, account_name: author };
      const when = { at: firstReading, created_at: firstReading, edited_at: null, deleted_at: deletedAt };
      await db
        .insertInto('remarks')
        .values({ id, station_id: id, sn: marks[id], text: marks[id], ...who, ...when })
        .execute();
    }
  });
}

/** File n hangs on station n, and its name carries the mark; what a call took from it hangs there again for the next. */
async function plantUploads({ running: { storage }, folder: home }: TestServer): Promise<void> {
  const shelf = new Shelf(home);
  for (const id of [1, 2] as const) {
    const sha256 = String(id).repeat(64);
    for (const isThumbnail of [false, true]) {
      const path = shelf.fresh();
      writeFileSync(path, marks[id]);
      await shelf.take(path, sha256, isThumbnail);
    }
    await storage.write(async (db) => {
      await db.deleteFrom('upload_refs').where('upload_id', '=', id).execute();
      const known = await db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst();
      if (known === undefined)
        await db
          .insertInto('uploads')
          .values({
            id,
            company_id: id,
            station_id: id,
            user_id: id === 1 ? 2 : 3,
            account_name: marks[id],
            created_at: firstReading,
            idempotency_key: null,
            name: `${marks[id]}.png`,
            type: 'png',
            bytes: marks[id].length,
            sha256,
            width: 1,
            height: 1,
            unused_since: null,
          })
          .execute();
      await db
        .insertInto('upload_refs')
        .values({ subject: 'station', subject_id: id, upload_id: id, station_id: id, position: 0 })
        .execute();
      // It hangs on the company's plan, too.
      const folder = { id, plan_id: planOf[id] };
      await db
        .insertInto('plan_folders')
        .values(folder)
        .onConflict((known) => known.column('plan_id').doNothing())
        .execute();
      await db
        .insertInto('upload_refs')
        .values({ subject: 'plan', subject_id: id, upload_id: id, station_id: id, position: 0 })
        .execute();
    });
  }
}

/** Plan and outline n are of company n and carry its mark; the picture is file n. */
/** A logo of the platform, which everybody may see. */
async function plantPlatform({ running: { storage } }: TestServer): Promise<void> {
  await storage.write(async (db) => {
    await db
      .insertInto('platform_logos')
      .values({ id: 'a logo', png: Buffer.from('a picture') })
      .execute();
    const state = toJson({ name: { 'zh-chs': '', en: '', ja: '' }, logo: 'a logo', bounds: {} });
    await db
      .insertInto('platform_versions')
      .values({ version: 1, at: 0, account_name: 'maintainer', reason: '', state })
      .execute();
  });
}

async function plantMaps({ running: { storage } }: TestServer): Promise<void> {
  await storage.write(async (db) => {
    for (const id of [1, 2] as const) {
      const common = { name: marks[id], created_at: firstReading, account_name: marks[id] };
      await db.deleteFrom('site_plan_places').where('site_plan_id', '=', id).execute();
      await db.deleteFrom('site_plans').where('id', '=', id).execute();
      await db
        .insertInto('site_plans')
        .values({ id, station_id: id, upload_id: id, ...common })
        .execute();
      await db.deleteFrom('map_shapes').where('id', '=', id).execute();
      await db
        .insertInto('map_shapes')
        .values({
          id,
          company_id: id,
          project_id: id,
          station_id: null,
          kind: 'assemblyPoint',
          points: 1,
          geojson: '{"type":"FeatureCollection","features":[]}',
          ...common,
        })
        .execute();
    }
  });
}

/** Standard set n is of company n and carries its mark; what a call deleted is there again for the next. */
async function plantStandards({ running: { storage } }: TestServer): Promise<void> {
  await storage.write(async (db) => {
    for (const id of [1, 2] as const) {
      // One that a call has made bears the same name.
      await db
        .deleteFrom('standards')
        .where((where) => where.or([where('id', '=', id), where('name', '=', marks[id])]))
        .execute();
      const what = { kind: null, group_id: 'rtu', wanted: '{"sendCycle":600}' };
      const when = { revision: 1, updated_at: firstReading, account_name: 'maintainer' };
      await db
        .insertInto('standards')
        .values({ id, company_id: id, name: marks[id], ...what, ...when })
        .execute();
    }
  });
}

/** Initial values n are of sensor n; what a call withdrew is there again for the next. */
async function plantBaselines({ running: { storage } }: TestServer): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('baselines').execute();
    for (const id of [1, 2] as const)
      await db
        .insertInto('baselines')
        .values({
          id,
          sensor_id: id,
          t: firstReading,
          how: 'hand',
          initial_values: toJson([{ row: 'tilt', element: 0, channel: 'x', value: 0 }]),
          from_t: null,
          to_t: null,
          reason: marks[id],
          user_id: null,
          account_name: null,
          order_id: null,
          created_at: firstReading,
          withdrawn_at: null,
          withdrawn_by: null,
          withdrawn_why: null,
        })
        .execute();
  });
}

/** Rule n is of company n, and alarm n of its station; what a call did to them is undone for the next. */
async function plantAlarms({ running: { storage } }: TestServer): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('alarm_entries').execute();
    await db.deleteFrom('alarms').execute();
    await db.deleteFrom('alarm_checkpoints').execute();
    await db.deleteFrom('alarm_instances').execute();
    await db.deleteFrom('alarm_rule_versions').execute();
    await db.deleteFrom('alarm_rules').execute();
    for (const id of [1, 2] as const) {
      await db.insertInto('alarm_rules').values({ id, company_id: id, version: 1 }).execute();
      const rule = { rule_id: id, version: 1, from_t: 1, name: marks[id], reason: marks[id] };
      await db
        .insertInto('alarm_rule_versions')
        .values({ ...rule, definition: toJson(tiltRule), user_id: null, account_name: null })
        .execute();
      const place = { rule_id: id, station_id: id, rtu_id: id };
      await db
        .insertInto('alarm_instances')
        .values({ id, target_id: id, spans: toJson([{ from: 1, until: null }]), ...place })
        .execute();
      await db
        .insertInto('alarms')
        .values({
          id,
          instance_id: id,
          sensor_id: id,
          ...place,
          ...openAlarm,
          facts: toJson(factsOf(marks[id])),
        })
        .execute();
      await db
        .insertInto('alarm_entries')
        .values({ alarm_id: id, instance_id: id, ...comment, note: marks[id] })
        .execute();
    }
  });
}

async function plantPlans({ running: { storage } }: TestServer): Promise<void> {
  await storage.write(async (db) => {
    for (const id of [1, 2] as const) {
      const who = { user_id: 1, account_name: 'maintainer', approver_id: null, approver_name: null };
      const when = { created_at: 0, approved_at: null, issued_at: null, ended_at: null };
      await db
        .insertInto('plans')
        .values({
          id: planOf[id],
          title: marks[id],
          state: 'draft',
          revision: 1,
          surface: 'button',
          reason: '',
          approver_address: null,
          ...who,
          ...when,
        })
        .execute();
      const edits = { group_id: 'rtu', edits: '{"lowBattery":11}', base_version: 0, previous: toJson({}) };
      await db
        .insertInto('plan_items')
        .values({
          plan_id: planOf[id],
          position: 0,
          rtu_id: id,
          slot: null,
          kind: null,
          ...edits,
          excluded: 0,
          order_id: null,
          skipped: null,
        })
        .execute();
    }
  });
}

/** A run of each company that is over, with a line in its log. */
async function plantRuns({ running }: TestServer): Promise<void> {
  await running.storage.write(async (db) => {
    for (const id of [1, 2] as const) {
      await db
        .insertInto('workflow_runs')
        .values({
          id: runOf[id],
          title: marks[id],
          script: `// ${marks[id]}`,
          script_hash: '',
          args: '{}',
          seed: 1,
          user_id: 1,
          account_name: marks[id],
          address: '',
          company_id: id,
          state: 'done',
          created_at: 0,
          updated_at: 0,
          ended_at: 0,
          problem: null,
          plan_id: null,
          proposal: null,
          source: null,
          progress: null,
          lines: 1,
          more: 0,
          awaited: 0,
        })
        .execute();
      await db
        .insertInto('workflow_log')
        .values({ run_id: runOf[id], line: 0, at: 0, kind: 'log', text: marks[id] })
        .execute();
    }
  });
}

/** An import of each company into its station, of which nothing is left but the record. */
async function plantImports({ running: { storage } }: TestServer): Promise<void> {
  const none = { lines: 0, stored: 0, filled: 0, duplicates: 0, rejected: 0, conflict_count: 0 };
  const over = { started_at: 0, ended_at: 0, undone_at: null, undone_by: null };
  const asked = { mapping: {}, station: null, made: { stations: [], rtus: [], sensors: [] } };
  await storage.write(async (db) => {
    for (const id of [1, 2] as const)
      await db
        .insertInto('import_runs')
        .values({
          id,
          station_id: id,
          file: marks[id],
          checksum: '',
          mapping: JSON.stringify(asked),
          conflicts: 'keep',
          user_id: null,
          account_name: marks[id],
          ...none,
          ...over,
        })
        .execute();
  });
}

/** Shared by the operator of its company, with its mark; what a call deleted is there again for the next. */
async function plantScripts({ running: { storage } }: TestServer): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('script_versions').execute();
    await db.deleteFrom('scripts').execute();
    for (const id of [1, 2] as const) {
      const author = id === 1 ? 'operatorA' : 'operatorB';
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('account_name', '=', author)
        .executeTakeFirstOrThrow();
      const when = { saved_at: firstReading };
      const row = { id: scriptOf[id], name: marks[id], share: 'company', revision: 1, version: 1 };
      const owner = { owner_id: user.id, owner_name: author, company_id: id };
      await db
        .insertInto('scripts')
        .values({ ...row, ...owner, ...when, library: null, deleted_at: null })
        .execute();
      await db
        .insertInto('script_versions')
        .values({
          script_id: row.id,
          version: 1,
          text: marks[id],
          note: marks[id],
          saved_by: author,
          ...when,
        })
        .execute();
    }
  });
}

/** A data source of each company, with its mark, and the last message that it sent. */
async function plantSources({ running: { storage } }: TestServer): Promise<void> {
  await storage.write(async (db) => {
    for (const id of [1, 2] as const) {
      await db
        .insertInto('sources')
        .values({
          id,
          project_id: id,
          key: `src-of-${id}`,
          name: marks[id],
          way: 'http',
          state: 'on',
          created_at: 0,
          retired_at: null,
          credential_hash: null,
          credential_at: null,
          credential_by: null,
          old_credential_hash: null,
          old_credential_until: null,
          mapping_version: null,
          last_at: null,
        })
        // What a call took out of use is in use again for the next.
        .onConflict((known) => known.column('id').doUpdateSet({ state: 'on', retired_at: null }))
        .execute();
      await db
        .insertInto('source_messages')
        .values({
          id,
          source_id: id,
          at: 0,
          name: marks[id],
          body: Buffer.from(marks[id]),
          bytes: 9,
          status: 200,
        })
        .onConflict((known) => known.column('id').doNothing())
        .execute();
    }
  });
}

/** Message n is of company n's RTU, and carries its mark. */
async function plantMessages({ running: { storage } }: TestServer): Promise<void> {
  await storage.write(async (db) => {
    for (const id of [1, 2] as const)
      await db
        .insertInto('device_messages')
        .values({
          ...{
            id,
            company_id: id,
            rtu_id: id,
            source_id: id,
            sender: marks[id],
            address: '',
            is_out: 0,
            qos: 1,
          },
          ...{
            way: 'mqtt',
            kind: 'data',
            topic: marks[id],
            bytes: 1,
            kept: 0,
            level: 2,
            readings: 0,
            is_secret: 0,
          },
          ...{ problems: toJson([]), words: marks[id], decoded: toJson([]), body: Buffer.from(marks[id]) },
        })
        .onConflict((known) => known.column('id').doNothing())
        .execute();
  });
}

/** Station, RTU, sensor and remark n belong to company n, and carry its mark. */
export async function startWorld(options?: Parameters<typeof startTestServer>[0]): Promise<World> {
  // A file to give out in ranges; what is in it plays no part.
  const environment = { MAP_PMTILES: fileURLToPath(import.meta.url), ...options?.environment };
  const server = await startTestServer({ ...options, environment });
  const { storage, board } = server.running;
  await storage.write(async (db) => {
    // Role 2 holds everything, so that nothing but the company keeps its holders apart.
    await db.deleteFrom('role_permissions').where('role_id', '=', 2).execute();
    await db
      .insertInto('role_permissions')
      .values(permissions.map((permission) => ({ role_id: 2, permission })))
      .execute();
    for (const id of [1, 2] as const) {
      const mark = marks[id];
      await db.updateTable('companies').set({ name: mark }).where('id', '=', id).execute();
      await db.updateTable('projects').set({ name: mark, code: mark }).where('id', '=', id).execute();
      await db.updateTable('stations').set({ name: mark, code: mark }).where('id', '=', id).execute();
      await db.updateTable('sensors').set({ name: mark }).where('id', '=', id).execute();
      await db
        .insertInto('orders')
        .values({ ...waitingOrder, id: orderOf[id], rtu_id: id, idempotency_key: mark, reason: mark })
        .execute();
    }
  });
  await plantPlans(server);
  await plantRuns(server);
  await plantImports(server);
  await plantRemarks(server, false);
  await plantUploads(server);
  await plantMaps(server);
  await plantStandards(server);
  await plantAlarms(server);
  await plantNotify(server, marks);
  await plantKinds(server, marks);
  await plantFormulas(server, marks);
  await plantServiceAccounts(server, marks);
  await plantFolders(server, marks, false);
  await plantProposals(server, marks);
  await plantBaselines(server);
  await plantSafety(server);
  await plantScripts(server);
  await plantSources(server);
  await plantMessages(server);
  await plantPlatform(server);
  await board.load();
  return {
    ...server,
    async ask(ask) {
      if (ask.path.includes('/remarks/')) await plantRemarks(server, ask.path.endsWith('/restore'));
      if (/\/(uploads|files)/.test(ask.path)) await plantUploads(server);
      if (/\/(map|plans)\b/.test(ask.path)) await plantMaps(server);
      if (ask.path.includes('/standards')) await plantStandards(server);
      if (ask.path.includes('/baselines')) await plantBaselines(server);
      if (ask.path.includes('/alarm')) await plantAlarms(server);
      if (/\/(notify|contacts)/.test(ask.path)) await plantNotify(server, marks);
      if (/\/(two-persons|siren)/.test(ask.path)) await plantSafety(server);
      if (ask.path.includes('/rest/kinds')) await plantKinds(server, marks);
      if (ask.path.includes('/formulas')) await plantFormulas(server, marks);
      if (/\/service-(accounts|tokens)/.test(ask.path)) await plantServiceAccounts(server, marks);
      if (ask.path.includes('/rest/folders'))
        await plantFolders(server, marks, ask.path.endsWith('/restore'));
      if (ask.path.includes('/rest/dashboards'))
        await plantDashboards(server, marks, ask.path.endsWith('/restore'));
      if (ask.path.includes('/rest/report'))
        await plantReports(server, marks, ask.path.endsWith('/cancel') ? 'waiting' : 'ready');
      if (ask.path.includes('/rest/proposals')) await plantProposals(server, marks);
      if (ask.path.includes('/rest/schedules')) await plantSchedules(server, marks);
      if (ask.path.includes('/rest/scripts')) await plantScripts(server);
      if (ask.path.includes('/rest/messages')) await plantMessages(server);
      if (ask.path.includes('/rest/sources')) await plantSources(server);
      if (ask.path.includes('/rest/sheets')) await plantSheets(server);
      if (/\/(notify|contacts|scripts|standards|shapes)\/.*\/restore$/.test(ask.path))
        await plantDeleted(server);
      return askAt(server.address, ask);
    },
    async setUser(account, set) {
      await storage.write(async (db) => {
        await db.updateTable('users').set(set).where('account_name', '=', account).execute();
      });
    },
  };
}

/** A login from an address; answers the envelope's reply. */
export function tryLogin(
  world: World,
  accountName: string,
  word = password,
  more: object = {},
  from = '127.0.0.1',
) {
  return world.ask({
    method: 'POST',
    path: '/login',
    body: { accountName, password: word, ...more },
    from,
  });
}

/** Waits until something holds. @throws Error when it does not within the time */
export async function until(holds: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come');
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
