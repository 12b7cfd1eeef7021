/** Scripts that import saved scripts: what a run finds, what it keeps of them, and what a module may not do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataOf } from '../../../src/contract/call.ts';
import type { ScriptDetail, scriptUsers } from '../../../src/contract/scripts.ts';
import type { RunDetail, workflowModules } from '../../../src/contract/workflows.ts';
import type { ScriptModule } from '../../../src/script/modules.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { Schedules } from '../../../src/server/schedules/schedules.ts';
import { fromJson } from '../../../src/server/storage/json.ts';
import { Engine } from '../../../src/server/workflows/sandbox/engine.ts';
import type { Start } from '../../../src/server/workflows/sandbox/messages.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { password, startTestServer, type TestServer } from '../../support/server.ts';
import { ended, runsOf } from '../../support/workflows/runs.ts';

const module = (name: string, text: string): ScriptModule => ({
  ...{ name, script: 'x', version: 1, text },
  ...{ line: 1, column: 1 },
});
/** The first turn of a script over modules. */
async function turnOf(text: string, modules: readonly ScriptModule[], mode: Start['mode'] = 'run') {
  const given = { text, modules, mode, seed: 1, at: 0, args: {}, language: 'en' } as const;
  const { acts, standing } = (await Engine.begin(given)).turn;
  return {
    acts,
    lines: acts.flatMap((act) => (act.op === 'line' ? [act.text] : [])),
    problem: standing.is === 'failed' ? standing.problem : null,
  };
}

describe('a module in the sandbox', () => {
  const use = "import { log } from 'groundwatch';\nimport { value } from 'scripts/m';\nlog(value);";
  const problem = async (text: string, script = use) => {
    const found = await turnOf(script, [{ ...module('m', text), line: 2 }]);
    expect(found.lines).toEqual([]);
    return found.problem;
  };

  it('gives what it exports, with the types taken out, and is evaluated once', async () => {
    const { lines, problem: wrong } = await turnOf(
      `import { log } from 'groundwatch';
import { next, type Step } from 'scripts/一 "counter"';
import { twice } from 'scripts/twice';
const step: Step = 1;
log(next(step), twice(), next(step));`.replaceAll('"', ''),
      [
        module(
          '一 counter',
          'let now = 0;\nexport type Step = number;\nexport const next = (by: Step): Step => (now += by);',
        ),
        module(
          'twice',
          "import { next } from 'scripts/一 counter';\nexport const twice = () => next(2) * 10;",
        ),
      ],
    );
    expect(wrong).toBeNull();
    expect(lines).toEqual(['1 30 4']);
  });

  it('may read, say and propose in the functions that it exports', async () => {
    const { lines } = await turnOf("import { hello } from 'scripts/m';\nhello();", [
      module('m', "import { log } from 'groundwatch';\nexport const hello = () => log('hello');"),
    ]);
    expect(lines).toEqual(['hello']);
  });

  it.each([
    ['logs', "log('x');"],
    ['declares arguments', 'args({ n: number({ default: 3 }) });'],
    ['waits', 'await new Promise(() => {});'],
    ['reads', 'await fleet.stations();'],
    ['proposes', "plan.title('x');plan.skip({ station: 1, slot: null }, 'why');"],
    ['logs a moment later', "await Promise.resolve().then(() => log('x'));"],
  ])('that %s while it is imported is refused at the line of the import', async (_what, text) => {
    const head = "import { args, fleet, log, number, plan } from 'groundwatch';\nexport const value = 1;\n";
    expect(await problem(head + text)).toMatchObject({ id: 'moduleActs', params: { name: 'm' }, line: 2 });
  });

  it('says nothing even where it hides what it does', async () => {
    const text = `import { log } from 'groundwatch';
export const value = 'said by the script';
try { log('hidden'); } catch {}
Promise.resolve().then(() => log('later')).catch(() => {});`;
    expect((await turnOf(use, [module('m', text)])).lines).toEqual(['said by the script']);
  });

  it('that is no TypeScript, lacks what is imported, throws or never ends is named with its place', async () => {
    expect(await problem('\nexport const value = (;')).toMatchObject({
      id: 'moduleSyntax',
      params: { name: 'm', line: 2 },
      line: 2,
    });
    expect(await problem('export const other = 1;')).toMatchObject({
      id: 'moduleExport',
      params: { name: 'm', field: 'value' },
      line: 2,
    });
    expect(await problem("export const value = 1;\nthrow new Error('no');")).toEqual({
      id: 'thrown',
      params: { text: 'no (scripts/m:2)' },
      line: 2,
      column: 1,
    });
    expect((await problem('export const value = 1; for (;;);'))?.id).toBe('time');
  });

  it('that throws in a function is placed at the call in the script, and where it threw', async () => {
    const text = "export const value = 1;\nexport function fail() {\n  throw new Error('no');\n}";
    const script = "import { fail } from 'scripts/m';\n\nfail();";
    expect((await turnOf(script, [module('m', text)])).problem).toMatchObject({
      id: 'thrown',
      params: { text: 'no (scripts/m:3)' },
      line: 3,
    });
  });

  it('is not found under the name that the engine has for it, and no other script is found at all', async () => {
    for (const name of ['module-0', 'scripts/other', './m'])
      expect((await turnOf(`await import('${name}');`, [module('m', '')])).problem?.id).toBe('import');
  });

  it('may be asked for what a script declares', async () => {
    const script = `import { args } from 'groundwatch';
import { declared } from 'scripts/m';
args(declared);`;
    const { acts } = await turnOf(
      script,
      [
        module(
          'm',
          "import { number } from 'groundwatch';\nexport const declared = { n: number({ default: 3 }) };",
        ),
      ],
      'declare',
    );
    expect(acts.map(({ op }) => op)).toContain('args');
  });
});

describe.each(['sqlite', 'postgres'] as const)('runs over modules on %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let server: TestServer;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    const databaseUrl = await postgres?.database();
    server = await startTestServer(databaseUrl === undefined ? {} : { databaseUrl });
    const mate = { password, language: 'en', companyId: 1, roleId: 2 } as const;
    await createUser(server.running.storage, { ...mate, accountName: 'mateA' });
    for (const account of ['maintainer', 'operatorA', 'mateA', 'operatorB', 'strangerA'])
      tokens.set(account, await server.session(account));
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await postgres?.stop();
  });

  const ask = async <T>(method: string, path: string, token: string, body?: object) => {
    const { http, envelope } = await server.call(path, {
      token,
      method,
      ...(body === undefined ? {} : { body }),
    });
    return { http, ...envelope } as never as { http: number; status: number; messageId?: string; data: T };
  };
  const as = (who: string) => tokens.get(who) ?? '';
  const runs = (who: string) => runsOf({ ask: ask as never }, () => as(who));
  const made = async (who: string, name: string, text: string, share = 'private') => {
    const body = { name, text };
    const { data } = await ask<{ script: ScriptDetail }>('POST', '/rest/scripts', as(who), body);
    if (share === 'private') return data.script;
    const path = `/rest/scripts/${data.script.id}/share`;
    const shared = { revision: data.script.revision, share };
    return (await ask<{ script: ScriptDetail }>('PUT', path, as(who), shared)).data.script;
  };
  const save = async (who: string, script: ScriptDetail, text: string) =>
    (
      await ask<{ script: ScriptDetail }>('PUT', `/rest/scripts/${script.id}`, as(who), {
        ...{ revision: script.revision, text },
      })
    ).data.script;
  const said = async (who: string, { id }: RunDetail) =>
    (await runs(who).log(id)).lines.map(({ text }) => text);
  const versions = ({ modules }: RunDetail) => modules.map(({ name, version }) => `${name} v${version}`);
  const script = (name: string) =>
    `import { log } from 'groundwatch';\nimport { value } from 'scripts/${name}';\nlog(value);`;

  it('take the newest versions, keep their texts, and show which they were whatever is saved since', async () => {
    const base = await made('operatorA', 'base', 'export const one: number = 1;');
    const top = await made(
      'operatorA',
      'top',
      "import { one } from 'scripts/base';\nexport const value = one + 1;",
      'company',
    );
    const first = await runs('operatorA').run(script('top'));
    expect(first.state).toBe('done');
    expect(versions(first)).toEqual(['base v1', 'top v1']);
    expect(await said('operatorA', first)).toEqual(['2']);
    const saved = await save('operatorA', base, 'export const one: number = 10;');
    expect(saved.version).toBe(2);
    const second = await runs('operatorA').run(script('top'));
    expect(versions(second)).toEqual(['base v2', 'top v1']);
    expect(await said('operatorA', second)).toEqual(['11']);
    const again = await runs('operatorA').one(first.id);
    expect(again.modules).toEqual([
      { name: 'base', script: base.id, version: 1, text: 'export const one: number = 1;' },
      { name: 'top', script: top.id, version: 1, text: top.text },
    ]);
    const { detail } = await server.running.storage.db
      .selectFrom('audit')
      .select('detail')
      .where('subject', '=', `run:${second.id}`)
      .where('action', '=', 'workflow.start')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(detail).modules).toEqual(['base v2', 'top v1']);
  });

  it('go on with the texts that they began with', async () => {
    const base = await made('operatorA', 'paused', 'export const value = 1;');
    const begun = await runs('operatorA').start(
      `import { fleet, log } from 'groundwatch';
import { value } from 'scripts/paused';
for (let n = 0; n < 300; n++) await fleet.stations();
log(value);`,
    );
    await runs('operatorA').act(begun.id, 'pause');
    await save('operatorA', base, 'export const value = 2;');
    await runs('operatorA').act(begun.id, 'resume');
    const over = await runs('operatorA').reaches(begun.id, ended);
    expect(over.state).toBe('done');
    expect(await said('operatorA', over)).toEqual(['1']);
  });

  it('see their own scripts and what their company shares, and refuse every other at the line of the import', async () => {
    await made('operatorA', 'secret', 'export const value = 1;');
    await made('operatorA', 'ours', 'export const value = 1;', 'company');
    await made('operatorB', 'theirs', 'export const value = 1;', 'company');
    expect((await runs('mateA').run(script('ours'))).state).toBe('done');
    const refused = async (who: string, name: string) => {
      const reply = await runs(who).tryStart(script(name));
      return [reply.status, reply.messageId, (reply.data as never as { problem: unknown }).problem];
    };
    const at = { line: 2, column: 1 };
    for (const name of ['secret', 'theirs', 'nobody'])
      expect(await refused('mateA', name)).toEqual([
        ...[422, 'workflow.problem.moduleMissing'],
        { id: 'moduleMissing', params: { name }, ...at },
      ]);
    // Who sees every company is not shown less than there is.
    expect(await refused('maintainer', 'theirs')).toEqual([
      ...[422, 'workflow.problem.moduleOther'],
      { id: 'moduleOther', params: { name: 'theirs' }, ...at },
    ]);
    await made('mateA', 'ours', 'export const value = 2;');
    expect(await refused('mateA', 'ours')).toEqual([
      ...[422, 'workflow.problem.moduleSeveral'],
      { id: 'moduleSeveral', params: { name: 'ours', owners: 'operatorA, mateA' }, ...at },
    ]);
  });

  it('are refused in the words of who asks, and by a look at the script before', async () => {
    const { data } = await ask<{ problems: RunDetail['problem'][] }>(
      ...(['POST', '/rest/workflows/check', as('mateA'), { script: script('nobody') }] as const),
    );
    expect(data.problems).toMatchObject([{ id: 'moduleMissing', line: 2 }]);
    const { envelope } = await server.call('/rest/workflows/runs', {
      ...{ token: as('mateA'), method: 'POST', headers: { lang: 'ja' } },
      body: { script: script('nobody'), args: {}, title: 'x' },
    });
    expect(envelope?.msg).toBe('閲覧できるスクリプト「nobody」はありません。');
  });

  it('are shown to the editor with the texts of what they import', async () => {
    const found = async (who: string, name: string) =>
      (
        await ask<DataOf<typeof workflowModules>>('POST', '/rest/workflows/modules', as(who), {
          script: script(name),
        })
      ).data;
    expect((await found('operatorA', 'top')).modules.map(({ name }) => name)).toEqual(['base', 'top']);
    expect(await found('mateA', 'secret')).toMatchObject({ modules: [], problems: [{ line: 2 }] });
    const { http } = await ask('POST', '/rest/workflows/modules', as('strangerA'), { script: 'x' });
    expect(http).toBe(403);
  });

  it('name those that use a module, and count those that are not seen', async () => {
    const shared = await made('operatorA', 'used', 'export const value = 1;', 'company');
    await made('operatorA', 'a user', script('used'));
    await made('operatorA', 'no user', `// ${script('used').replaceAll('\n', ' ')}`);
    await made('mateA', 'hidden user', script('used'));
    await made('mateA', 'shown user', script('used'), 'company');
    await made('operatorB', 'stranger', script('used'), 'company');
    const { data } = await ask<DataOf<typeof scriptUsers>>(
      ...(['GET', `/rest/scripts/${shared.id}/users`, as('operatorA')] as const),
    );
    expect(data.users.map(({ name, owner }) => [name, owner])).toEqual([
      ['a user', 'operatorA'],
      ['shown user', 'mateA'],
    ]);
    expect(data.others).toBe(1);
    expect((await ask('GET', `/rest/scripts/${shared.id}/users`, as('operatorB'))).http).toBe(404);
  });

  it('lack what was deleted or renamed, and have it again when that is undone', async () => {
    const gone = await made('operatorA', 'passing', 'export const value = 1;', 'company');
    const tried = async () => (await runs('mateA').tryStart(script('passing'))).status;
    expect(await tried()).toBe(200);
    await ask('DELETE', `/rest/scripts/${gone.id}`, as('operatorA'));
    expect(await tried()).toBe(422);
    await ask('POST', `/rest/scripts/${gone.id}/restore`, as('operatorA'));
    expect(await tried()).toBe(200);
    const body = { revision: gone.revision, name: 'passed' };
    await ask('PUT', `/rest/scripts/${gone.id}/name`, as('operatorA'), body);
    expect(await tried()).toBe(422);
    expect((await runs('mateA').tryStart(script('passed'))).status).toBe(200);
  });

  it('of a schedule find their modules by the same rule, each time anew', async () => {
    const { running } = server;
    await running.schedules.stop();
    let now = Date.UTC(2026, 10, 20, 0, 30);
    const schedules = new Schedules({
      ...running,
      ...{ orders: running.delivery.store, link: (rtuId: number) => running.gateway.link(rtuId) },
      ...{ failed: () => {}, notified: () => {}, now: () => now },
    });
    Object.assign(running.schedules, { now: () => now });
    const daily = await made('operatorA', 'daily module', 'export const value = 1;');
    const main = await made('operatorA', 'daily', script('daily module'));
    const { status } = await ask('POST', '/rest/schedules', as('operatorA'), {
      ...{ projectId: 1, name: 'hourly', missed: 'once', job: { kind: 'script', script: main.id, args: {} } },
      recurrence: { kind: 'minutes', time: 0, every: 60 },
    });
    expect(status).toBe(200);
    const outcomes = async () =>
      (await running.storage.db.selectFrom('schedule_runs').selectAll().orderBy('id').execute()).map(
        ({ state, outcome }) => [state, outcome === null ? null : fromJson(outcome).id],
      );
    const ends = (count: number) =>
      expect
        .poll(
          async () => {
            await schedules.settle();
            return (await outcomes()).filter(([state]) => state !== 'running').length;
          },
          { timeout: 30_000, interval: 50 },
        )
        .toBe(count);
    const newest = async () => {
      const { id } = await running.storage.db
        .selectFrom('workflow_runs')
        .select('id')
        .where('title', '=', 'hourly')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return runs('operatorA').one(id);
    };
    try {
      now += 3_600_000;
      await ends(1);
      expect(versions(await newest())).toEqual(['daily module v1']);
      const saved = await save('operatorA', daily, 'export const value = 2;');
      now += 3_600_000;
      await ends(2);
      const second = await newest();
      expect(versions(second)).toEqual(['daily module v2']);
      expect(await said('operatorA', second)).toEqual(['2']);
      await ask('DELETE', `/rest/scripts/${saved.id}`, as('operatorA'));
      now += 3_600_000;
      await ends(3);
      expect((await outcomes()).at(-1)).toEqual(['refused', 'workflow.problem.moduleMissing']);
    } finally {
      await schedules.stop();
    }
  }, 120_000);
});
