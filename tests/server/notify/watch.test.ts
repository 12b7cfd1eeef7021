/** What looks after the alarm system itself: gaps of duties, and the sign of life. */
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { gapAhead } from '../../../src/server/notify/system/duty-gaps.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { type Notice, noticeBegin, openNotice } from '../../support/notify.ts';

let server: Server;
let url = '';
let beats = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/alive/secret') beats += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  url = `http://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}/alive/secret`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
let one: Notice;
afterEach(() => one.close());

const hour = 3_600_000;

it('a gap of the next day is reported once, to whoever may fill it, and one beyond is not', async () => {
  one = await openNotice();
  const { ann = 0 } = one.people;
  const layer = {
    name: 'A',
    people: [ann],
    from: '2026-01-01',
    every: 'day',
    weekday: 1,
    at: [480],
    onHolidays: [],
  };
  const gap = (from: number) => ({ layer: 0, from, to: from + hour, userId: null });
  const body = {
    ...{ timeZone: 'Asia/Shanghai', layers: [layer], holidays: [] },
    overrides: [gap(noticeBegin + gapAhead - 1), gap(noticeBegin + gapAhead + 3 * hour)],
  };
  await one.book().saveRota(await one.by('ann'), {
    ...{ id: null, companyId: one.companyId, revision: 0, name: 'Rota', body: body as never },
  });
  await one.notifier.watch.settle();
  await one.settle();
  const first = await one.notified(['raise']);
  expect(first.map((line) => line.split(' ').slice(1).join(' ')).sort()).toEqual([
    'ann accepted',
    'bob accepted',
    'cem accepted',
    'dan gaveUp',
  ]);
  expect(one.mail.mails[0]?.text).toContain('05-02 09:59');
  await one.restart();
  one.clock.at += 600_000;
  await one.notifier.watch.settle();
  expect(await one.notified(['raise'])).toHaveLength(4);
  // An hour before the second one is a day away nothing is new; when it is, it is reported.
  one.clock.at = noticeBegin + 3 * hour;
  await one.notifier.watch.settle();
  expect(await one.notified(['raise'])).toHaveLength(4);
  one.clock.at += 1;
  await one.notifier.watch.settle();
  expect(await one.notified(['raise'])).toHaveLength(8);
});

it('the sign of life comes while all is well, and stays away while red waits, from both sides', async () => {
  beats = 0;
  one = await openNotice({ settings: { heartbeatUrl: url } });
  await one.notifier.watch.settle();
  expect(beats).toBe(1);
  await one.storage.write((db) =>
    db
      .insertInto('messages')
      .values({
        ...{
          company_id: one.companyId,
          project_id: null,
          alarm_id: null,
          escalation_id: null,
          kind: 'test',
          rank: 4,
        },
        ...{
          recipient: 'x',
          user_id: null,
          name: 'x',
          address: 'x@example.org',
          language: 'en',
          channel: 'nowhere',
        },
        ...{ params: toJson({}), state: 'waiting', tries: 0, created_at: noticeBegin, due_at: noticeBegin },
        ...{ expires_at: noticeBegin + hour, done_at: null, delivery: null, title: '', answer: '' },
      })
      .execute(),
  );
  one.clock.at = noticeBegin + 60_000;
  expect(await one.notifier.watch.isWell()).toBe(true);
  one.clock.at += 1;
  expect(await one.notifier.watch.isWell()).toBe(false);
  await one.notifier.watch.settle();
  expect(beats).toBe(1);
});
