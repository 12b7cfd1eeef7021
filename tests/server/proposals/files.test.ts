/** Scripts, rules and standard sets as files: pulled, compared, proposed by a token, accepted by a person; on both databases. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../src/cli/run.ts';
import type { ChangeProposal, ProposalSummary } from '../../../src/contract/proposals.ts';
import type { RunDetail } from '../../../src/contract/workflows.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { tiltRule } from '../../support/security/world.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(async () => {
  await postgres?.stop();
});

const hostile = '../../etc/passwd';
const script = 'export const twice = 2;\n';

describe.each(['sqlite', 'postgres'] as const)('files of a folder, on %s', (dialect) => {
  let server: TestServer;
  let home: string;
  let folder: string;
  let maintainer: string;
  let operatorA: string;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer(dialect === 'sqlite' ? {} : { databaseUrl: await postgres.database() });
    home = mkdtempSync(join(tmpdir(), 'groundwatch-files-'));
    folder = join(home, 'repository');
    maintainer = await server.session('maintainer');
    operatorA = await server.session('operatorA');
    const account = { accountName: 'ci', purpose: '', companyId: 1, roleId: 2 };
    const { id } = await ask<{ id: number }>('POST', '/rest/service-accounts', maintainer, account);
    const body = { name: 'ci', scopes: ['read', 'propose'], days: 30 };
    token = (await ask<{ token: string }>('POST', `/rest/service-accounts/${id}/tokens`, maintainer, body))
      .token;
    // Of company A: two rules whose names differ by case, one whose name leads out of the folder, a standard set, a script.
    for (const name of ['Slope', 'slope', hostile, '边坡 倾角', '...'])
      await ask('POST', '/rest/alarm-rules', operatorA, { ...rule(name), companyId: 1 });
    await ask('POST', '/rest/standards', operatorA, {
      ...{ companyId: 1, name: 'Winter', group: 'rtu', values: { sendCycle: 3600, resend: true } },
    });
    const made = await ask<{ script: { id: string; revision: number } }>(
      'POST',
      '/rest/scripts',
      maintainer,
      {
        name: 'of the platform',
        text: script,
      },
    );
    expect(made.script.revision).toBe(1);
    const own = await ask<{ script: { id: string } }>('POST', '/rest/scripts', operatorA, {
      name: 'shared',
      text: script,
    });
    await server.running.storage.write((db) =>
      db.updateTable('scripts').set({ share: 'company' }).where('id', '=', own.script.id).execute(),
    );
    await ask('POST', '/rest/scripts', operatorA, { name: 'nobody else’s', text: script });
    // Of company B.
    const operatorB = await server.session('operatorB');
    await ask('POST', '/rest/alarm-rules', operatorB, { ...rule('of B'), companyId: 2 });
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  async function ask<T>(method: string, path: string, asker: string, body?: object): Promise<T> {
    const { envelope } = await server.call(path, {
      token: asker,
      method,
      ...(body === undefined ? {} : { body }),
    });
    if (envelope === null || envelope.status >= 300)
      throw new Error(`${method} ${path}: ${envelope?.status} ${envelope?.messageId} ${envelope?.msg}`);
    return envelope.data as T;
  }
  const rule = (name: string) => ({ name, definition: tiltRule, reason: 'as tested' });
  async function cli(typed: readonly string[], language = 'en') {
    let [out, err] = ['', ''];
    const code = await runCommandLine([...typed, '--language', language], {
      environment: { HOME: home, GROUNDWATCH_SERVER: server.address, GROUNDWATCH_TOKEN: token },
      out: (text) => {
        out += text;
      },
      error: (text) => {
        err += `${text}\n`;
      },
      askSecret: async () => '',
      readInput: () => '',
    });
    return { code, out, err };
  }
  const filesIn = () =>
    ['rules', 'scripts', 'standards'].flatMap((room) =>
      existsSync(join(folder, room)) ? readdirSync(join(folder, room)).map((name) => `${room}/${name}`) : [],
    );
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const edit = (file: string, change: (read: { [name: string]: unknown }) => void) => {
    const json = JSON.parse(read(file)) as { [name: string]: unknown };
    change(json);
    write(file, JSON.stringify(json));
  };
  const rules = async () =>
    (
      await ask<{ rules: { id: number; name: string; version: number }[] }>(
        'GET',
        '/rest/alarm-rules',
        operatorA,
      )
    ).rules;
  const openOnes = async () =>
    (await ask<{ proposals: ProposalSummary[] }>('GET', '/rest/proposals', operatorA)).proposals.filter(
      ({ state }) => state === 'open',
    );
  const one = async (id: string, asker = operatorA) =>
    (await ask<{ proposal: ChangeProposal }>('GET', `/rest/proposals/${id}`, asker)).proposal;
  const accept = (id: string, positions: readonly number[], asker = operatorA) =>
    ask<{ proposal: ChangeProposal }>('POST', `/rest/proposals/${id}/accept`, asker, {
      positions,
      reason: 'reviewed',
    });
  const refused = async (method: string, path: string, asker: string, body?: object) => {
    const { envelope, http } = await server.call(path, {
      ...{ token: asker, method },
      ...(body === undefined ? {} : { body }),
    });
    return { status: envelope?.status ?? http, id: envelope?.messageId, field: envelope?.field };
  };

  test('are pulled with safe names, in one order, and without anybody else’s; twice is the same', async () => {
    const done = await cli(['pull', folder]);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(filesIn().sort()).toEqual([
      'rules/Slope.json',
      'rules/etc-passwd.json',
      'rules/rule.json',
      'rules/slope-2.json',
      'rules/边坡-倾角.json',
      'scripts/shared.ts',
      'standards/Winter.json',
    ]);
    expect(readdirSync(home).sort()).toEqual(['repository']);
    expect(JSON.parse(read('rules/etc-passwd.json'))).toMatchObject({ name: hostile });
    const standard = read('standards/Winter.json');
    expect(standard).toMatch(
      /"kind": "rtu",\n {2}"group": "rtu",\n {2}"values": \{\n {4}"resend": true,\n {4}"sendCycle": 3600/,
    );
    expect(read('scripts/shared.ts')).toMatch(
      /^\/\/ groundwatch-script \{"id":"[0-9A-Z]{26}","name":"shared"\}\nexport/,
    );
    const before = filesIn().map((file) => [file, read(file)]);
    const again = await cli(['pull', folder]);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('0 written, 0 removed')]);
    expect(filesIn().map((file) => [file, read(file)])).toEqual(before);
    expect(await cli(['diff', folder])).toEqual({ code: 0, out: 'Nothing differs\n', err: '' });
    expect((await cli(['plan', folder])).code).toBe(0);
    expect(await openOnes()).toEqual([]);
  });

  test('differ in words of three languages; how lines end and the order of lists is no difference', async () => {
    const original = read('rules/Slope.json');
    write('rules/Slope.json', original.replaceAll('\n', '\r\n'));
    write('scripts/shared.ts', read('scripts/shared.ts').replaceAll('\n', '\r\n').trimEnd());
    expect((await cli(['diff', folder])).code).toBe(0);
    edit('rules/Slope.json', (file) => {
      (file['definition'] as { patience: number }).patience = 90;
    });
    const english = await cli(['diff', folder]);
    expect(english.code).toBe(2);
    expect(english.out).toContain('changed: rules/Slope.json (Alarm rule “Slope”)');
    expect(english.out).toContain('--- rules/Slope.json (server)');
    expect(english.out).toMatch(/\n-\s+"patience": null,?\n\+\s+"patience": 90/);
    expect(english.out).toContain('1 changed, 0 new, 0 not in the folder');
    expect((await cli(['diff', folder], 'zh-chs')).out).toContain(
      '修改：rules/Slope.json（报警规则“Slope”）',
    );
    expect((await cli(['diff', folder], 'ja')).out).toContain(
      '変更：rules/Slope.json（警報ルール「Slope」）',
    );
    expect((await cli(['diff', folder, '--only', 'scripts,standards'])).code).toBe(0);
    // Errors are no difference.
    expect((await cli(['diff'])).code).toBe(1);
    expect((await cli(['diff', join(home, 'nowhere')])).code).toBe(1);
    expect((await cli(['diff', folder, '--only', 'rulez'])).code).toBe(1);
    write('rules/Slope.json', original);
  });

  test('a bad file is named with what is wrong; links are neither read nor written', async () => {
    write('rules/broken.json', '{ "type": ');
    const broken = await cli(['plan', folder]);
    expect([broken.code, broken.err]).toEqual([
      1,
      expect.stringContaining('rules/broken.json: it is no JSON'),
    ]);
    write('rules/broken.json', '{ "type": "groundwatch-alarm-rule", "name": "x", "definition": {} }');
    expect((await cli(['diff', folder])).err).toContain('rules/broken.json: it has no definition.scope');
    rmSync(join(folder, 'rules/broken.json'));
    // A rule that is whole, and somewhere else.
    const outside = join(home, 'outside.json');
    writeFileSync(
      outside,
      read('rules/Slope.json')
        .replace(/"id": \d+,/, '')
        .replace('"Slope"', '"Outside"'),
    );
    symlinkSync(outside, join(folder, 'rules/link.json'));
    expect(await cli(['diff', folder])).toMatchObject({
      code: 1,
      err: expect.stringContaining('rules/link.json is a link'),
    });
    rmSync(join(folder, 'rules/link.json'));
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(join(home, 'other'));
    symlinkSync(elsewhere, join(home, 'other/rules'));
    expect((await cli(['pull', join(home, 'other')])).code).toBe(1);
    expect(readdirSync(elsewhere)).toEqual([]);
    // What a rule may not say is refused by the server, under the file's name.
    edit('rules/Slope.json', (file) => {
      const definition = file['definition'] as { scope: { stations: number[] } };
      definition.scope.stations = [2];
    });
    const foreign = await cli(['plan', folder]);
    expect([foreign.code, foreign.err]).toEqual([1, expect.stringContaining('rules/Slope.json: ')]);
    expect(await openOnes()).toEqual([]);
    // What was changed in the folder is not thrown away by a pull, unless that is asked for.
    const changed = read('rules/Slope.json');
    const kept = await cli(['pull', folder]);
    expect([kept.code, kept.out]).toEqual([2, expect.stringContaining('kept rules/Slope.json: ')]);
    expect(kept.out).toContain('1 file was kept; --overwrite');
    expect(read('rules/Slope.json')).toBe(changed);
    expect((await cli(['pull', folder, '--overwrite'])).code).toBe(0);
    expect(read('rules/Slope.json')).not.toBe(changed);
    // Of a folder that came by git nobody knows what was changed in it.
    rmSync(join(folder, '.groundwatch-pulled.json'));
    expect((await cli(['pull', folder])).code).toBe(0);
    const { text } = { text: read('groundwatch.json') };
    write('groundwatch.json', text.replace('"A"', '"B"'));
    expect((await cli(['diff', folder])).err).toContain('holds the files of “B”, and the token is of “A”');
    write('groundwatch.json', text);
  });

  test('a token proposes, and makes nothing so; a person sees what was before, and accepts; then there is nothing to do', async () => {
    const before = await rules();
    edit('rules/Slope.json', (file) => {
      (file['definition'] as { patience: number }).patience = 90;
    });
    edit('standards/Winter.json', (file) => {
      file['values'] = { sendCycle: 7200 };
    });
    write('scripts/shared.ts', `${read('scripts/shared.ts')}export const thrice = 3;\n`);
    write(
      'rules/new one.json',
      JSON.stringify({ type: 'groundwatch-alarm-rule', name: 'Fresh', definition: tiltRule }),
    );
    write('scripts/fresh.ts', '// groundwatch-script {"name": "fresh"}\nexport const one = 1;\n');
    const planned = await cli(['plan', folder, '--title', 'Spring']);
    expect([planned.err, planned.code]).toEqual(['', 2]);
    expect(planned.out).toContain('5 changes proposed');
    expect(await rules()).toEqual(before);
    // The same again is the same proposal; another one takes its place.
    expect((await cli(['plan', folder, '--title', 'Spring'])).code).toBe(2);
    expect(await openOnes()).toHaveLength(1);
    const [open] = await openOnes();
    const id = open?.id ?? '';
    expect(planned.out).toContain(`${server.address}/proposals/${id}`);
    expect(open).toMatchObject({
      title: 'Spring',
      createdBy: 'ci',
      counts: { rule: 2, script: 2, standard: 1 },
    });
    const { changes } = await one(id);
    const named = (name: string) => changes.find((change) => change.name === name);
    expect(named('Slope')).toMatchObject({
      before: { definition: { patience: null } },
      after: { definition: { patience: 90 } },
    });
    expect(
      named('Slope')
        ?.said.map(({ what }) => what)
        .join(),
    ).toMatch(/watch|known|silent|blind/i);
    expect(named('Winter')?.said).toEqual([
      { what: 'Send cycle', before: '3600 s', after: '7200 s' },
      { what: 'Resend', before: 'On', after: null },
    ]);
    expect(named('Fresh')).toMatchObject({ id: null, before: null, deletes: false });
    // Neither the token nor who may not change rules makes it so.
    const body = { positions: changes.map(({ position }) => position), reason: 'me' };
    expect(await refused('POST', `/rest/proposals/${id}/accept`, token, body)).toMatchObject({ status: 403 });
    expect(
      await refused('POST', `/rest/proposals/${id}/accept`, await server.session('strangerA'), body),
    ).toMatchObject({ status: 403 });
    expect(
      await refused('POST', `/rest/proposals/${id}/accept`, await server.session('operatorB'), body),
    ).toMatchObject({ status: 404 });
    expect(await refused('DELETE', `/rest/proposals/${id}`, token)).toMatchObject({ status: 403 });
    expect(await rules()).toEqual(before);
    const { proposal } = await accept(id, body.positions);
    expect(proposal.changes.map(({ state, why }) => [state, why])).toEqual(changes.map(() => ['done', null]));
    expect(proposal).toMatchObject({ state: 'accepted', endedBy: 'operatorA', reason: 'reviewed' });
    expect((await rules()).find(({ name }) => name === 'Slope')?.version).toBe(2);
    expect((await rules()).map(({ name }) => name)).toContain('Fresh');
    expect(await refused('POST', `/rest/proposals/${id}/accept`, operatorA, body)).toMatchObject({
      status: 409,
      id: 'proposals.ended',
    });
    // Nothing is left to do, and a pull writes the ids of what is new into the files that it came from.
    expect(await cli(['plan', folder])).toMatchObject({ code: 0, out: 'There is nothing to propose\n' });
    expect((await cli(['pull', folder])).out).toContain('wrote rules/new one.json');
    expect(JSON.parse(read('rules/new one.json'))).toMatchObject({ id: expect.any(Number), name: 'Fresh' });
    expect((await cli(['diff', folder])).code).toBe(0);
    const shared = await ask<{ scripts: { name: string; share: string; version: number }[] }>(
      'GET',
      '/rest/scripts',
      operatorA,
    );
    expect(shared.scripts).toContainEqual(
      expect.objectContaining({ name: 'fresh', share: 'company', version: 1 }),
    );
    expect(shared.scripts).toContainEqual(expect.objectContaining({ name: 'shared', version: 2 }));
    const acts = await server.running.storage.db
      .selectFrom('audit')
      .select(['action', 'account_name'])
      .where('action', 'like', 'proposal.%')
      .execute();
    expect(acts).toContainEqual({ action: 'proposal.create', account_name: 'ci' });
    expect(acts).toContainEqual({ action: 'proposal.accept', account_name: 'operatorA' });
  });

  test('what somebody changed meanwhile is said, and never overwritten; the others go', async () => {
    edit('rules/Slope.json', (file) => {
      (file['definition'] as { patience: number }).patience = 120;
    });
    edit('standards/Winter.json', (file) => {
      file['values'] = { sendCycle: 10_800 };
    });
    expect((await cli(['plan', folder])).code).toBe(2);
    const [open] = await openOnes();
    const id = open?.id ?? '';
    const slope = (await rules()).find(({ name }) => name === 'Slope');
    await ask('PUT', `/rest/alarm-rules/${slope?.id}`, maintainer, {
      ...rule('Slope'),
      ...{ version: slope?.version, definition: { ...tiltRule, patience: 33 } },
    });
    const review = await one(id);
    expect(review.changes.find(({ name }) => name === 'Slope')?.why).toEqual({
      message: 'proposals.why.changed',
      params: { by: 'maintainer' },
    });
    const { proposal } = await accept(id, [0, 1]);
    expect(Object.fromEntries(proposal.changes.map(({ name, state }) => [name, state]))).toEqual({
      Slope: 'failed',
      Winter: 'done',
    });
    const kept = await ask<{ versions: { definition: { patience: number } }[] }>(
      'GET',
      `/rest/alarm-rules/${slope?.id}/versions`,
      operatorA,
    );
    expect(kept.versions[0]?.definition.patience).toBe(33);
    // Where nothing of it can be made it stays open.
    expect((await cli(['plan', folder])).code).toBe(2);
    const [second] = await openOnes();
    await ask('PUT', `/rest/alarm-rules/${slope?.id}`, maintainer, {
      ...rule('Slope'),
      ...{ version: (slope?.version ?? 0) + 1, definition: { ...tiltRule, patience: 34 } },
    });
    expect(
      await refused('POST', `/rest/proposals/${second?.id}/accept`, operatorA, {
        positions: [0],
        reason: 'x',
      }),
    ).toMatchObject({ id: 'proposals.nothing' });
    expect(await openOnes()).toHaveLength(1);
    // A plan that is made against what was there a moment ago is refused at once.
    const stale = { type: 'rule', id: slope?.id, base: slope?.version, after: null };
    expect(await refused('POST', '/rest/proposals', operatorA, { title: 'late', changes: [stale] })).toEqual({
      status: 409,
      id: 'proposals.why.changed',
      field: 'changes/0',
    });
    await ask('DELETE', `/rest/proposals/${second?.id}`, operatorA);
    expect((await cli(['pull', folder, '--overwrite'])).code).toBe(0);
  });

  test('files that are gone are deletions only where it is asked for', async () => {
    rmSync(join(folder, 'rules/rule.json'));
    rmSync(join(folder, 'scripts/fresh.ts'));
    const kept = await cli(['plan', folder]);
    expect([kept.code, kept.out]).toEqual([0, expect.stringContaining('--delete proposes to delete it')]);
    expect(kept.out).toContain('not in the folder: Alarm rule “...”');
    expect((await cli(['plan', folder, '--delete'])).code).toBe(2);
    const [open] = await openOnes();
    expect((await one(open?.id ?? '')).changes.map(({ deletes, name }) => [deletes, name])).toEqual([
      [true, 'fresh'],
      [true, '...'],
    ]);
    await accept(open?.id ?? '', [1]);
    expect((await rules()).map(({ name }) => name)).not.toContain('...');
    // What was left out is still there, and pulled again.
    expect((await cli(['pull', folder])).out).toContain('wrote scripts/fresh.ts');
    // What was deleted on the server goes from the folder.
    await ask(
      'DELETE',
      `/rest/alarm-rules/${(await rules()).find(({ name }) => name === 'slope')?.id}`,
      operatorA,
    );
    expect((await cli(['pull', folder])).out).toContain('removed rules/slope-2.json');
    expect((await cli(['diff', folder])).code).toBe(0);
  });

  test('a module is a file like the script that imports it; what is accepted of it is used by the next run', async () => {
    const head = (name: string) => `// groundwatch-script {"name":"${name}"}\n`;
    const walk = "import { log } from 'groundwatch';\nimport { step } from 'scripts/steps';\nlog(step);\n";
    write('scripts/steps.ts', `${head('steps')}export const step = 1;\n`);
    write('scripts/walk.ts', `${head('walk')}${walk}`);
    expect((await cli(['plan', folder])).code).toBe(2);
    await accept((await openOnes())[0]?.id ?? '', [0, 1]);
    expect((await cli(['pull', folder])).code).toBe(0);
    write('scripts/steps.ts', read('scripts/steps.ts').replace('step = 1', 'step = 2'));
    const changed = await cli(['plan', folder]);
    expect([changed.code, changed.out]).toEqual([2, expect.stringContaining('+export const step = 2;')]);
    await accept((await openOnes())[0]?.id ?? '', [0]);
    const begun = await ask<{ run: RunDetail }>('POST', '/rest/workflows/runs', operatorA, {
      ...{ script: walk, args: {}, title: 'walk' },
    });
    expect(begun.run.modules).toMatchObject([{ name: 'steps', version: 2 }]);
    expect((await cli(['pull', folder])).code).toBe(0);
    expect((await cli(['diff', folder])).code).toBe(0);
  });

  test('what a standard set is assigned to stands in its file, and is proposed as the rest of it', async () => {
    type Watched = {
      id: number;
      name: string;
      revision: number;
      watch: { scope: { stations: number[] } } | null;
    };
    const winter = async () =>
      (await ask<{ standards: Watched[] }>('GET', '/rest/standards', operatorA)).standards.find(
        ({ name }) => name === 'Winter',
      ) as Watched;
    const empty = { projects: [], except: [], labels: [], folders: [] };
    expect((await winter()).watch).toBeNull();
    edit('standards/Winter.json', (file) => {
      file['watch'] = { stations: [1] };
    });
    expect((await cli(['plan', folder])).code).toBe(2);
    const [first] = await openOnes();
    expect((await one(first?.id ?? '')).changes[0]?.said).toEqual([
      { what: 'Assigned to', before: null, after: 'A-1' },
    ]);
    await accept(first?.id ?? '', [0]);
    expect((await winter()).watch?.scope).toEqual({ ...empty, stations: [1] });
    expect((await cli(['pull', folder, '--overwrite'])).code).toBe(0);
    expect(JSON.parse(read('standards/Winter.json'))).toMatchObject({ watch: { stations: [1] } });
    expect((await cli(['diff', folder])).code).toBe(0);
    edit('standards/Winter.json', (file) => {
      file['watch'] = { stations: [2] };
    });
    expect(await cli(['plan', folder])).toMatchObject({
      code: 1,
      err: expect.stringContaining('standards/Winter.json: '),
    });
    edit('standards/Winter.json', (file) => {
      delete file['watch'];
    });
    expect((await cli(['plan', folder])).code).toBe(2);
    const [second] = await openOnes();
    await accept(second?.id ?? '', [0]);
    expect((await winter()).watch).toBeNull();
    expect((await cli(['pull', folder, '--overwrite'])).code).toBe(0);
  });

  test('a rule of a file is held against the past by the token, and saves nothing', async () => {
    const { firstReading } = await import('../../support/server.ts');
    const before = await rules();
    const definition = {
      ...tiltRule,
      ladder: [{ ...tiltRule.ladder[0], condition: { ...tiltRule.ladder[0].condition, limit: 0.25 } }],
    };
    const file = join(home, 'draft.json');
    writeFileSync(file, JSON.stringify({ type: 'groundwatch-alarm-rule', name: 'Draft', definition }));
    const span = ['--from', '2025-12-31', '--to', '2026-01-02'];
    const done = await cli(['rule', 'dry-run', file, ...span]);
    expect([done.err, done.code]).toEqual(['', 0]);
    expect(done.out).toMatch(/A-1 +A +0 +0 +0 +0 +1/);
    expect(done.out).toContain('1 alarm raised or risen, by 50 readings of 1 out of 1 targets');
    const json = JSON.parse((await cli(['rule', 'dry-run', file, ...span, '--format', 'json'])).out);
    expect(json.targets[0].events[0]).toMatchObject({ type: 'raise', to: 4, t: firstReading + 25 * 60_000 });
    expect(await rules()).toEqual(before);
    expect((await cli(['rule', 'dry-run'])).code).toBe(2);
    expect((await cli(['rule', 'save', file])).code).toBe(2);
    const bad = await cli(['rule', 'dry-run', join(folder, 'standards/Winter.json')]);
    expect([bad.code, bad.err]).toEqual([
      1,
      expect.stringContaining('it is no file of the type groundwatch-alarm-rule'),
    ]);
  });

  test('where a company asks two persons for rules, a second one signs, and only then it is so', async () => {
    await server.running.storage.write((db) =>
      db
        .insertInto('two_person_settings')
        .values({ company_id: 1, sirens: 1, plans_above: null, rules: 1 })
        .execute(),
    );
    edit('rules/Slope.json', (file) => {
      (file['definition'] as { patience: number }).patience = 240;
    });
    expect((await cli(['plan', folder])).code).toBe(2);
    const [open] = await openOnes();
    const body = { positions: [0], reason: 'as agreed' };
    expect(await refused('POST', `/rest/proposals/${open?.id}/accept`, operatorA, body)).toMatchObject({
      id: 'joint.waiting',
    });
    const before = (await rules()).find(({ name }) => name === 'Slope')?.version ?? 0;
    expect(await openOnes()).toHaveLength(1);
    const { acts } = await ask<{
      acts: { id: string; hash: string; kind: string; state: string; lines: object[] }[];
    }>('GET', '/rest/two-persons', maintainer);
    const act = acts.find(({ state }) => state === 'waiting');
    expect(act?.lines).toContainEqual({ name: 'rule', value: 'Slope' });
    const { password } = await import('../../support/server.ts');
    await ask('POST', `/rest/two-persons/${act?.id}/sign`, maintainer, { hash: act?.hash, password });
    expect((await rules()).find(({ name }) => name === 'Slope')?.version).toBe(before + 1);
    expect(await openOnes()).toEqual([]);
    expect((await one(open?.id ?? '')).endedBy).toBe('operatorA');
  });
});
