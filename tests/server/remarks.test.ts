/** Remarks on stations: who may create, change and delete them, their audit entries, and who is notified at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Remark } from '../../src/contract/sites/remarks.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { password, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
const tokens = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer();
  const { storage } = server.running;
  const user = { password, language: 'en' } as const;
  await createUser(storage, { ...user, accountName: 'mateA', companyId: 1, roleId: 2 });
  await createUser(storage, { ...user, accountName: 'viewerA', companyId: 1, roleId: 3 });
  for (const account of ['maintainer', 'operatorA', 'mateA', 'viewerA', 'operatorB'])
    tokens.set(account, await server.login(account));
});
afterAll(async () => {
  await server.stop();
});

const ask = async (who: string, method: string, path: string, body?: object) => {
  const token = tokens.get(who) ?? '';
  const { http, envelope } = await server.call(`/rest/stations/${path}`, {
    token,
    method,
    ...(body === undefined ? {} : { body }),
  });
  const answer = envelope as unknown as {
    status: number;
    messageId?: string;
    field?: string;
    data: { remark: Remark; remarks: Remark[] };
  };
  return { http, ...answer };
};
const at = Date.UTC(2026, 0, 1, 4);
const add = async (who: string, text: string) =>
  (await ask(who, 'POST', '1/remarks', { text, at })).data.remark;
const lastAudit = () =>
  server.running.storage.db
    .selectFrom('audit')
    .select(['action', 'subject', 'account_name', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe('a remark', () => {
  it('is kept with the serial number, the moment and its author, and audited', async () => {
    const made = await add('operatorA', '  post re-levelled\nnew datum  ');
    expect(made).toMatchObject({
      sn: 'A',
      text: 'post re-levelled\nnew datum',
      at,
      accountName: 'operatorA',
    });
    expect(made).toMatchObject({ editedAt: null, canEdit: true, canDelete: true });
    expect(await lastAudit()).toEqual({
      action: 'remark.add',
      subject: 'station:1',
      account_name: 'operatorA',
      detail: 'post re-levelled\nnew datum',
    });
  });
  it('is listed by its moment, newest first, and says to each what they may do', async () => {
    await ask('mateA', 'POST', '1/remarks', { text: 'later', at: at + 60_000 });
    await ask('mateA', 'POST', '1/remarks', { text: 'earlier', at: at - 60_000 });
    const { data } = await ask('operatorA', 'GET', '1/remarks');
    const reported = data.remarks.map(({ text, canEdit, canDelete }) => [text, canEdit, canDelete]);
    expect(reported).toEqual([
      ['later', false, false],
      ['post re-levelled\nnew datum', true, true],
      ['earlier', false, false],
    ]);
    const seen = await ask('maintainer', 'GET', '1/remarks');
    expect(seen.data.remarks.every(({ canEdit, canDelete }) => !canEdit && canDelete)).toBe(true);
    const viewed = await ask('viewerA', 'GET', '1/remarks');
    expect(viewed.data.remarks.some(({ canEdit, canDelete }) => canEdit || canDelete)).toBe(false);
  });
  it('is changed by its author alone, whatever the right', async () => {
    const { id } = await add('operatorA', 'crack 3 mm');
    for (const who of ['mateA', 'maintainer']) {
      const refused = await ask(who, 'PUT', `1/remarks/${id}`, { text: 'none', at });
      expect([refused.http, refused.messageId]).toEqual([403, 'remarks.notOwn']);
    }
    expect((await ask('viewerA', 'PUT', `1/remarks/${id}`, { text: 'none', at })).http).toBe(403);
    const { data } = await ask('operatorA', 'PUT', `1/remarks/${id}`, { text: 'crack 4 mm', at: at + 1 });
    expect(data.remark).toMatchObject({ text: 'crack 4 mm', at: at + 1, editedAt: expect.any(Number) });
    expect(await lastAudit()).toMatchObject({ action: 'remark.edit', detail: 'crack 3 mm → crack 4 mm' });
  });
  it('is deleted by its author, or by right', async () => {
    const first = await add('operatorA', 'first');
    expect((await ask('mateA', 'DELETE', `1/remarks/${first.id}`)).messageId).toBe('remarks.notOwn');
    expect((await ask('operatorA', 'DELETE', `1/remarks/${first.id}`)).status).toBe(200);
    expect((await ask('operatorA', 'DELETE', `1/remarks/${first.id}`)).http).toBe(404);
    const second = await add('operatorA', 'second');
    expect((await ask('maintainer', 'DELETE', `1/remarks/${second.id}`)).status).toBe(200);
    expect(await lastAudit()).toEqual({
      action: 'remark.delete',
      subject: 'station:1',
      account_name: 'maintainer',
      detail: 'operatorA: second',
    });
  });
  it('is put back as it was by who may delete it, for a day', async () => {
    const { storage } = server.running;
    const remark = await add('operatorA', 'put back');
    const listed = async () =>
      (await ask('mateA', 'GET', '1/remarks')).data.remarks.find(({ id }) => id === remark.id);
    expect((await ask('operatorA', 'POST', `1/remarks/${remark.id}/restore`)).http).toBe(404);
    const before = await listed();
    expect((await ask('operatorA', 'DELETE', `1/remarks/${remark.id}`)).status).toBe(200);
    expect(await listed()).toBeUndefined();
    expect((await ask('operatorA', 'PUT', `1/remarks/${remark.id}`, { text: 'x', at })).http).toBe(404);
    expect((await ask('mateA', 'POST', `1/remarks/${remark.id}/restore`)).messageId).toBe('remarks.notOwn');
    expect((await ask('operatorB', 'POST', `1/remarks/${remark.id}/restore`)).http).toBe(404);
    expect((await ask('operatorA', 'POST', `1/remarks/${remark.id}/restore`)).status).toBe(200);
    expect(await listed()).toEqual(before);
    expect(await lastAudit()).toMatchObject({ action: 'remark.restore', detail: 'operatorA: put back' });
    // A day later the next deletion at the station forgets it.
    await ask('operatorA', 'DELETE', `1/remarks/${remark.id}`);
    await storage.write((db) =>
      db
        .updateTable('remarks')
        .set({ deleted_at: Date.now() - 86_400_000 - 1000 })
        .where('id', '=', remark.id)
        .execute(),
    );
    const next = await add('operatorA', 'next');
    await ask('operatorA', 'DELETE', `1/remarks/${next.id}`);
    expect((await ask('operatorA', 'POST', `1/remarks/${remark.id}/restore`)).http).toBe(404);
    expect((await ask('operatorA', 'POST', `1/remarks/${next.id}/restore`)).status).toBe(200);
    await ask('operatorA', 'DELETE', `1/remarks/${next.id}`);
  });
  it('is refused in words when it is blank, too long, or of a moment that has not been', async () => {
    const refusal = async (body: object) => {
      const { messageId, field } = await ask('operatorA', 'POST', '1/remarks', body);
      return [messageId, field];
    };
    expect(await refusal({ text: ' \n ', at })).toEqual(['bound.required', 'text']);
    expect(await refusal({ text: 'x'.repeat(2001), at })).toEqual(['bound.maxLength', 'text']);
    expect(await refusal({ text: 'x', at: Date.now() + 7_200_000 })).toEqual(['remarks.future', 'at']);
    expect(await refusal({ text: 'x', at: -1 })).toEqual(['bound.minimum', 'at']);
  });
  it('of another company’s station, or under another station, is not found', async () => {
    const { id } = await add('operatorA', 'ours');
    expect((await ask('operatorB', 'GET', '1/remarks')).http).toBe(404);
    expect((await ask('operatorB', 'POST', '1/remarks', { text: 'x', at })).http).toBe(404);
    for (const path of [`1/remarks/${id}`, `2/remarks/${id}`, '2/remarks/9999']) {
      expect((await ask('operatorB', 'PUT', path, { text: 'x', at })).http).toBe(404);
      expect((await ask('operatorB', 'DELETE', path)).http).toBe(404);
    }
    const { data } = await ask('operatorA', 'GET', '1/remarks');
    expect(data.remarks.some((remark) => remark.id === id)).toBe(true);
  });
  it('is sent at once to the consoles of its company, and to no other', async () => {
    const heard = new Map<string, string>();
    const ends = new AbortController();
    const listen = async (who: string) => {
      const response = await fetch(`${server.address}/rest/stream`, {
        headers: { authorization: tokens.get(who) ?? '' },
        signal: ends.signal,
      });
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      for (;;) {
        const part = await reader?.read().catch(() => null);
        if (part == null || part.done) return;
        heard.set(who, (heard.get(who) ?? '') + decoder.decode(part.value));
      }
    };
    const all = ['mateA', 'maintainer', 'operatorB'];
    const listening = Promise.all(all.map(listen));
    await expect.poll(() => heard.size).toBe(3);
    await add('operatorA', 'reported');
    await expect.poll(() => heard.get('mateA')).toContain('"type":"remarks","stationId":1');
    await expect.poll(() => heard.get('maintainer')).toContain('"type":"remarks","stationId":1');
    expect(heard.get('operatorB')).not.toContain('"type":"remarks"');
    ends.abort();
    await listening;
  });
});
