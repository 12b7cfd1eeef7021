/** Words of a company for the levels: set at the company, bounded, audited, its own alone, and what its mails say. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { longestLevelWord } from '../../../src/base/alarm-words.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { type Notice, openNotice } from '../../support/notify.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const words = { blue: '', yellow: '高齢者等避難', orange: '避難指示', red: '緊急安全確保' };

describe('at the company', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { EDITION: 'jp' } });
  });
  afterAll(() => server.stop());
  const put = async (body: object, account = 'maintainer', companyId = 1) => {
    const token = await server.login(account);
    return server.call(`/rest/sites/companies/${companyId}`, { token, method: 'PUT', body });
  };
  const shown = async (account: string) => {
    const { envelope } = await server.call('/rest/stations', { token: await server.login(account) });
    const { projects } = envelope?.data as unknown as {
      projects: { companyId: number; levelWords: unknown }[];
    };
    return projects.map(({ companyId, levelWords }) => [companyId, levelWords]);
  };

  it('they are set, seen by those who see the company, and in the audit', async () => {
    expect((await put({ name: 'A', levelWords: { ...words, yellow: ' 高齢者等避難 ' } })).http).toBe(200);
    expect(await shown('operatorA')).toContainEqual([1, words]);
    for (const [companyId, own] of await shown('operatorB')) expect([companyId, own]).toEqual([2, null]);
    const audit = await server.running.storage.db
      .selectFrom('audit')
      .select(['action', 'subject', 'detail'])
      .where('action', '=', 'sites.company.update')
      .execute();
    expect(audit).toEqual([
      {
        action: 'sites.company.update',
        subject: 'company:1',
        detail: 'A · – / 高齢者等避難 / 避難指示 / 緊急安全確保',
      },
    ]);
  });

  it('a name alone leaves them, and none at all gives those of the edition back', async () => {
    expect((await put({ name: 'A' })).http).toBe(200);
    expect(await shown('operatorA')).toContainEqual([1, words]);
    expect((await put({ name: 'A', levelWords: { blue: ' ', yellow: '', orange: '', red: '' } })).http).toBe(
      200,
    );
    expect(await shown('operatorA')).toContainEqual([1, null]);
  });

  it('a word has its bound, from both sides, and names one level', async () => {
    const most = '警'.repeat(longestLevelWord);
    expect((await put({ name: 'A', levelWords: { ...words, blue: most } })).http).toBe(200);
    const { envelope: long } = await put({ name: 'A', levelWords: { ...words, blue: `${most}報` } });
    expect([long?.messageId, long?.field]).toEqual(['bound.maxLength', 'levelWords.blue']);
    const { envelope: twice } = await put({ name: 'A', levelWords: { ...words, blue: '避難指示' } });
    expect([twice?.messageId, twice?.field]).toEqual(['sites.levelWord.twice', 'levelWords.blue']);
    expect(await shown('operatorA')).toContainEqual([1, { ...words, blue: most }]);
  });
});

describe('in a mail', () => {
  const open: Notice[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  it.each([
    ['jp', '緊急安全確保'],
    ['cn', '[Red]'],
  ] as const)('of the edition %s the level is %s', async (edition, word) => {
    const one = await openNotice({ settings: { edition } });
    open.push(one);
    await one.storage.write((db) =>
      db
        .updateTable('companies')
        .set({ level_words: toJson(words) })
        .where('id', '=', one.companyId)
        .execute(),
    );
    await one.policy({
      steps: [{ after: 0, to: [{ type: 'user', userId: one.people['ann'] ?? 0 }], by: ['mail'] }],
    });
    await one.tilt(50);
    await one.settle();
    expect(one.mail.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining(word)]);
  });
});
