/** Photographs that hang on a finding, a comment of an alarm, or a remark: who hangs them, who sees them, what lets go. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmEntry } from '../../../src/contract/alarms/alarms.ts';
import type { Remark } from '../../../src/contract/sites/remarks.ts';
import { mostAttached } from '../../../src/contract/sites/uploads.ts';
import { startWorld, type World } from '../../support/security/world.ts';
import { firstReading } from '../../support/server.ts';
import { fetchFile, photograph, sendFile } from '../../support/uploads.ts';

let world: World;
const tokens = new Map<string, string>();
beforeAll(async () => {
  world = await startWorld();
  for (const who of ['maintainer', 'operatorA', 'operatorB']) tokens.set(who, await world.login(who));
});
afterAll(async () => {
  await world.stop();
});
const tokenOf = (who: string) => tokens.get(who) ?? '';
const ask = async (who: string, method: string, path: string, body?: object) => {
  const { http, envelope } = await world.call(path, {
    token: tokenOf(who),
    method,
    ...(body === undefined ? {} : { body }),
  });
  return {
    http,
    ...(envelope as unknown as { status: number; messageId?: string; field?: string; data: never }),
  };
};
const send = async (who = 'operatorA', stationId = 1) =>
  (await sendFile(world, tokenOf(who), await photograph(), '裂缝.jpg', { stationId })).upload.id;
const entriesOf = async (who = 'operatorA') =>
  ((await ask(who, 'GET', '/rest/alarms/1')).data as { entries: AlarmEntry[] }).entries;
const setAlarm = (set: object) =>
  world.running.storage.write((db) => db.updateTable('alarms').set(set).where('id', '=', 1).execute());

describe('of an alarm', () => {
  it('a comment carries photographs, with a note or without, in their order', async () => {
    const [one, two] = [await send(), await send()];
    const body = { alarmIds: [1], note: '', uploadIds: [two, one] };
    expect((await ask('operatorA', 'POST', '/rest/alarms/comment', body)).status).toBe(200);
    const entry = (await entriesOf()).at(-1);
    expect([entry?.type, entry?.note, entry?.files.map(({ id }) => id)]).toEqual(['comment', '', [two, one]]);
    expect(entry?.files[0]).toMatchObject({
      name: '裂缝.jpg',
      type: 'jpeg',
      width: 400,
      accountName: 'operatorA',
    });
    const seen = await Promise.all(
      ['maintainer', 'operatorB'].map(
        async (who) => (await fetchFile(world, tokenOf(who), `${one}/thumbnail`)).http,
      ),
    );
    expect(seen).toEqual([200, 404]);
  });
  it('a comment of neither is refused', async () => {
    const { messageId, field } = await ask('operatorA', 'POST', '/rest/alarms/comment', {
      alarmIds: [1],
      note: ' ',
      uploadIds: [],
    });
    expect([messageId, field]).toEqual(['bound.required', 'note']);
  });
  it('a finding carries as many as are allowed, and no more', async () => {
    await setAlarm({
      present: 0,
      peak: 4,
      answered_at: firstReading,
      answered_by: 2,
      answered_name: 'operatorA',
    });
    const ids: number[] = [];
    for (let count = 0; count <= mostAttached; count++) ids.push(await send());
    const close = (uploadIds: number[]) =>
      ask('operatorA', 'POST', '/rest/alarms/close', {
        alarmIds: [1],
        finding: 'true',
        note: 'moved',
        uploadIds,
      });
    expect((await close(ids)).http).toBe(400);
    expect((await close(ids.slice(1))).status).toBe(200);
    const entry = (await entriesOf()).at(-1);
    expect([entry?.type, entry?.finding, entry?.files.length]).toEqual(['close', 'true', mostAttached]);
    const audit = await world.running.storage.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'alarm.close')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(audit.detail).toContain(`upload ${ids[1]}`);
  });
  it('what is refused hangs nothing', async () => {
    const id = await send();
    await setAlarm({ closed_at: null, closed_why: null, finding: null, present: 3, answered_at: null });
    const { data } = await ask('operatorA', 'POST', '/rest/alarms/close', {
      alarmIds: [1],
      finding: 'true',
      note: '',
      uploadIds: [id],
    });
    expect((data as { outcomes: { refused: object | null }[] }).outcomes[0]?.refused).not.toBeNull();
    const refs = await world.running.storage.db
      .selectFrom('upload_refs')
      .selectAll()
      .where('upload_id', '=', id)
      .execute();
    expect(refs).toEqual([]);
  });
  it('S28 a file of another, or of another company’s station, refuses all', async () => {
    const before = (await entriesOf()).length;
    const body = (uploadIds: number[]) => ({ alarmIds: [1], note: 'x', uploadIds });
    for (const uploadIds of [[await send('maintainer')], [await send('operatorB', 2)], [999_999]])
      expect((await ask('operatorA', 'POST', '/rest/alarms/comment', body(uploadIds))).messageId).toBe(
        'api.notFound',
      );
    const across = await ask(
      'maintainer',
      'POST',
      '/rest/alarms/comment',
      body([await send('maintainer', 2)]),
    );
    expect([across.messageId, across.field]).toEqual(['uploads.otherCompany', 'uploadIds']);
    expect(await entriesOf()).toHaveLength(before);
  });
  it('A5 a station that moves to another company takes its photographs along', async () => {
    const id = await send();
    await ask('operatorA', 'POST', '/rest/alarms/comment', { alarmIds: [1], note: 'x', uploadIds: [id] });
    const move = async (projectId: number) => {
      await world.running.storage.write((db) =>
        db.updateTable('stations').set({ project_id: projectId }).where('id', '=', 1).execute(),
      );
      await world.running.board.load();
    };
    const seen = async () =>
      Promise.all(
        ['operatorA', 'operatorB'].map(
          async (who) => (await fetchFile(world, tokenOf(who), String(id))).http,
        ),
      );
    expect(await seen()).toEqual([200, 404]);
    await move(2);
    expect(await seen()).toEqual([404, 200]);
    await move(1);
  });
});

describe('of a remark', () => {
  const at = firstReading;
  const path = '/rest/stations/1/remarks';
  const remarkOf = (answer: { data: never }) => (answer.data as { remark: Remark }).remark;
  it('they come with it, stay while nobody speaks of them, and go one by one', async () => {
    const [one, two] = [await send(), await send()];
    const made = remarkOf(await ask('operatorA', 'POST', path, { text: 'crack', at, uploadIds: [one, two] }));
    expect(made.files.map(({ id }) => id)).toEqual([one, two]);
    const edit = async (body: object) =>
      remarkOf(await ask('operatorA', 'PUT', `${path}/${made.id}`, { text: 'crack', at, ...body })).files.map(
        ({ id }) => id,
      );
    expect(await edit({})).toEqual([one, two]);
    expect(await edit({ uploadIds: [two] })).toEqual([two]);
    const listed = (await ask('operatorA', 'GET', path)).data as { remarks: Remark[] };
    expect(listed.remarks.find(({ id }) => id === made.id)?.files.map(({ id }) => id)).toEqual([two]);
    expect((await ask('operatorA', 'DELETE', `${path}/${made.id}`)).status).toBe(200);
    expect((await fetchFile(world, tokenOf('maintainer'), String(two))).http).toBe(404);
  });
  it('S28 of another’s files it takes none', async () => {
    const foreign = await send('maintainer');
    const { messageId } = await ask('operatorA', 'POST', path, { text: 'x', at, uploadIds: [foreign] });
    expect(messageId).toBe('api.notFound');
  });
});
