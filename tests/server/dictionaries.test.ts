/** Dictionaries: what comes with the product, what a company changes of it, who may, and the cause of a finding. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dictionaries } from '../../src/base/dictionaries.ts';
import type { AlarmEntry } from '../../src/contract/alarms/alarms.ts';
import type { DictionaryEntry } from '../../src/contract/sites/dictionaries.ts';
import { siteKinds } from '../../src/contract/sites/sites.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { slopeRule } from '../support/notify.ts';
import { startWorld, type World } from '../support/security/world.ts';
import { firstReading, password } from '../support/server.ts';

let world: World;
const tokens = new Map<string, string>();
beforeAll(async () => {
  world = await startWorld();
  const user = { password, language: 'en' } as const;
  await createUser(world.running.storage, { ...user, accountName: 'viewerA', companyId: 1, roleId: 3 });
  for (const who of ['maintainer', 'operatorA', 'operatorB', 'viewerA'])
    tokens.set(who, await world.login(who));
});
afterAll(async () => {
  await world.stop();
});
const ask = async (who: string, path: string, method = 'GET', body?: object) => {
  const { http, envelope } = await world.call(path, {
    token: tokens.get(who) ?? '',
    method,
    ...(body === undefined ? {} : { body }),
  });
  return {
    http,
    ...(envelope as unknown as { status: number; messageId?: string; field?: string; data: never }),
  };
};
const entries = async (who: string, dictionary = 'faultCause', more = '') =>
  ((await ask(who, `/rest/dictionaries/${dictionary}${more}`)).data as { entries: DictionaryEntry[] })
    .entries;
const words = (word: string) => ({ 'zh-chs': `${word}中`, en: word, ja: `${word}日` });
const save = (who: string, code: string, body: object, dictionary = 'faultCause') =>
  ask(who, `/rest/dictionaries/${dictionary}/${code}`, 'PUT', body);

describe('a dictionary', () => {
  it('comes with entries in three languages, in their order', async () => {
    const all = await entries('viewerA');
    expect(all.map(({ code }) => code)).toEqual([...dictionaries.faultCause.codes]);
    expect(all.find(({ code }) => code === 'rainfall')).toEqual({
      code: 'rainfall',
      words: { 'zh-chs': '降雨', en: 'Rainfall', ja: '降雨' },
      order: 10,
      enabled: true,
      builtIn: true,
      revision: 0,
    });
    expect((await entries('viewerA', 'stationType')).map(({ code }) => code)).toEqual([...siteKinds]);
    expect((await ask('viewerA', '/rest/dictionaries/nothing')).http).toBe(400);
  });
  it('is changed by who administers, for their company alone, with its history', async () => {
    const body = { words: words('Downpour'), order: 35, enabled: false, revision: 0 };
    expect((await save('viewerA', 'rainfall', body)).http).toBe(403);
    expect((await save('operatorA', 'rainfall', body)).status).toBe(200);
    const own = await entries('operatorA');
    expect(own.findIndex(({ code }) => code === 'rainfall')).toBe(2);
    expect(own[2]).toMatchObject({ words: words('Downpour'), enabled: false, builtIn: true, revision: 1 });
    expect((await entries('operatorB')).find(({ code }) => code === 'rainfall')?.revision).toBe(0);
    const { data } = await ask('operatorA', '/rest/dictionaries/faultCause/changes');
    expect(data).toMatchObject({
      changes: [
        {
          code: 'rainfall',
          accountName: 'operatorA',
          before: { words: { en: 'Rainfall' }, order: 10, enabled: true },
          after: { words: words('Downpour'), order: 35, enabled: false },
        },
      ],
    });
    const other = (await ask('operatorB', '/rest/dictionaries/faultCause/changes')).data as {
      changes: unknown[];
    };
    expect(other.changes).toEqual([]);
  });
  it('is changed by one at a time: the other learns of it', async () => {
    const body = { words: words('Dam'), order: 20, enabled: true, revision: 0 };
    const [one, two] = await Promise.all([
      save('operatorA', 'dam', body, 'stationType'),
      save('operatorA', 'dam', body, 'stationType'),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
  });
  it('that is open takes new entries, one that is closed does not', async () => {
    const body = { words: words('Landslip'), order: 5, enabled: true, revision: 0 };
    expect((await save('operatorA', 'landslip', body)).status).toBe(200);
    expect((await entries('operatorA'))[0]).toMatchObject({ code: 'landslip', builtIn: false });
    expect((await save('operatorA', 'quarry', body, 'stationType')).messageId).toBe('dictionary.closed');
    expect((await save('operatorA', 'blank', { ...body, words: { ...words('x'), ja: ' ' } })).field).toBe(
      'words.ja',
    );
    expect((await save('operatorA', '../x', body)).http).toBe(404);
    expect((await save('operatorA', '1x', body)).http).toBe(400);
  });
  it('S28 of another company is not found; who sees every company names one', async () => {
    const body = { companyId: 2, words: words('x'), order: 1, enabled: true, revision: 0 };
    expect((await save('operatorA', 'theirs', body)).messageId).toBe('api.notFound');
    for (const more of ['', '/changes'])
      expect((await ask('operatorA', `/rest/dictionaries/faultCause${more}?companyId=2`)).http).toBe(404);
    const { companyId: _, ...bare } = body;
    expect((await save('maintainer', 'theirs', bare)).field).toBe('companyId');
    expect((await save('maintainer', 'theirs', body)).status).toBe(200);
    expect((await entries('operatorB'))[0]?.code).toBe('theirs');
    expect((await entries('maintainer', 'faultCause', '?companyId=2'))[0]?.code).toBe('theirs');
  });
});

describe('the cause of a finding', () => {
  const close = (cause: string) =>
    ask('operatorA', '/rest/alarms/close', 'POST', { alarmIds: [1], finding: 'true', note: '', cause });
  it('is one of the company’s that is on, and is shown by its words', async () => {
    await world.running.storage.write((db) =>
      db
        .updateTable('alarms')
        .set({ present: 0, answered_at: firstReading, answered_by: 2 })
        .where('id', '=', 1)
        .execute(),
    );
    for (const cause of ['rainfall', 'nothing', 'theirs']) {
      const { messageId, field } = await close(cause);
      expect([messageId, field]).toEqual(['dictionary.unknown', 'cause']);
    }
    expect((await close('landslip')).status).toBe(200);
    const { entries: lines } = (await ask('operatorA', '/rest/alarms/1')).data as { entries: AlarmEntry[] };
    expect(lines.at(-1)).toMatchObject({
      type: 'close',
      cause: { code: 'landslip', words: words('Landslip') },
    });
  });
});

describe('what is chosen', () => {
  const station = async () => {
    const { stations } = (await ask('operatorA', '/rest/sites')).data as {
      stations: {
        id: number;
        labels: string[];
        rtu: { sensors: { id: number; position: string | null }[] } | null;
      }[];
    };
    return stations[0];
  };
  const put = async (labels: readonly string[]) => {
    const {
      id,
      retiredAt: _r,
      maintenance: _m,
      rtu: _u,
      ...body
    } = (await station()) as never as Record<string, unknown>;
    return ask('operatorA', `/rest/sites/stations/${String(id)}`, 'PUT', { ...body, labels });
  };
  it('labels of a station are those of its company that are on, and stay once they are off', async () => {
    expect((await put(['keySite', 'river'])).status).toBe(200);
    expect((await station())?.labels).toEqual(['keySite', 'river']);
    const detail = (await ask('viewerA', `/rest/stations/${(await station())?.id}`)).data as {
      labels: string[];
    };
    expect(detail.labels).toEqual(['keySite', 'river']);
    const off = { words: words('River'), order: 1, enabled: false, revision: 0 };
    expect((await save('operatorA', 'river', off, 'label')).status).toBe(200);
    expect((await put(['river'])).status).toBe(200);
    expect((await put([])).status).toBe(200);
    const refused = await put(['river']);
    expect([refused.messageId, refused.field]).toEqual(['dictionary.unknown', 'labels']);
    expect((await put(['nothing'])).field).toBe('labels');
    expect((await station())?.labels).toEqual([]);
  });
  it('a rule for a label judges the stations that have it, from when they have it', async () => {
    const judged = async () => {
      const definition = {
        ...slopeRule,
        scope: { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: ['keySite'] },
      };
      const targets = await ask('operatorA', '/rest/alarm-rules/scope', 'POST', { definition });
      return (targets.data as { targets: { stationId: number }[] }).targets.map(({ stationId }) => stationId);
    };
    expect(await judged()).toEqual([]);
    await put(['keySite']);
    const id = (await station())?.id;
    expect(new Set(await judged())).toEqual(new Set([id]));
  });
  it('the position of a sensor is one of its company’s; left out it stays', async () => {
    const sensor = (await station())?.rtu?.sensors[0];
    const { id, retiredAt: _, position: _p, ...body } = sensor as never as Record<string, unknown>;
    const set = (more: object) =>
      ask('operatorA', `/rest/sites/sensors/${String(id)}`, 'PUT', { ...body, ...more });
    const now = async () => (await station())?.rtu?.sensors[0]?.position;
    expect((await set({ position: 'toe' })).status).toBe(200);
    expect((await set({})).status).toBe(200);
    expect(await now()).toBe('toe');
    expect((await set({ position: 'theirs' })).field).toBe('position');
    expect((await set({ position: null })).status).toBe(200);
    expect(await now()).toBeNull();
  });
});
