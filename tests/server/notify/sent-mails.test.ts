/** What was sent, sent once more; send lists from a file; who would be notified now. The mail server is real. */
import { afterEach, describe, expect, it } from 'vitest';
import { companyBounds } from '../../../src/contract/company/company-bounds.ts';
import { type Notice, noticeBegin, openNotice } from '../../support/notify.ts';

const open: Notice[] = [];
async function notice(...given: Parameters<typeof openNotice>): Promise<Notice> {
  const made = await openNotice(...given);
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const one of open.splice(0)) {
    expect(one.errors).toEqual([]);
    await one.close();
  }
});

const toList = { after: 0, to: [{ type: 'list' }], by: [] } as const;
const refused = (messageId: string) => expect.objectContaining({ messageId });

async function withList(one: Notice, ...addresses: string[]): Promise<void> {
  const list = addresses.map((address) => ({ address, name: '', language: 'en' as const }));
  await one.book().importAddresses(await one.by('ann'), { projectId: one.projectId, addresses: list });
}

describe('sent mails', () => {
  it('are listed by sensor, level, state and text, with what they said; not those of another sensor or company', async () => {
    const one = await notice({ sensors: 2 });
    await withList(one, 'town_1@example.org', 'town.office@example.org');
    await one.policy({ steps: [toList] });
    await one.tilt(12, 0);
    await one.settle();
    await one.pass(1);
    await one.tilt(50, 1);
    await one.settle();
    const [first, second] = await one.storage.db.selectFrom('sensors').select('id').orderBy('id').execute();
    const ann = (await one.by('ann')).viewer;
    const messages = one.messages();
    const of = (query: Parameters<typeof messages.messages>[1]) => messages.messages(ann, query);
    const own = await of({ sensorId: first?.id ?? 0 });
    expect(own.total).toBe(2);
    expect(own.messages.every(({ rank, content }) => rank === 2 && content.includes('12'))).toBe(true);
    expect((await of({ rank: 4 })).messages).toHaveLength(2);
    expect((await of({ rank: 4, sensorId: first?.id ?? 0 })).total).toBe(0);
    expect((await of({ sensorId: second?.id ?? 0, over: 'mail', outcome: 'accepted' })).total).toBe(2);
    // What stands for others in a pattern stands for itself.
    expect((await of({ text: 'TOWN_1' })).total).toBe(2);
    expect((await of({ text: 'n_o' })).total).toBe(0);
    expect((await of({ text: '%' })).total).toBe(0);
    expect((await of({ from: noticeBegin + 60_000 })).total).toBe(2);
    const eve = (await one.by('eve')).viewer;
    await expect(messages.messages(eve, { sensorId: first?.id ?? 0 })).rejects.toEqual(
      refused('api.notFound'),
    );
  });

  it('one that was accepted is said again as it was, by itself, and is a message of its own', async () => {
    const one = await notice();
    await withList(one, 'town@example.org');
    await one.policy({ steps: [toList] });
    await one.tilt(50);
    await one.settle();
    const [before] = one.mail.mails;
    const [sent] = (await one.messages().messages((await one.by('ann')).viewer, {})).messages;
    await one.tilt(55);
    await one.messages().again(await one.by('ann'), sent?.id ?? 0);
    await one.settle();
    expect(one.mail.mails).toHaveLength(2);
    const after = one.mail.mails[1];
    expect(after?.subject).toBe(before?.subject);
    expect(after?.text).toContain('50');
    expect(after?.headers.get('x-groundwatch-delivery')).not.toBe(
      before?.headers.get('x-groundwatch-delivery'),
    );
    const rows = await one.storage.db
      .selectFrom('messages')
      .select(['kind', 'state'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { kind: 'raise', state: 'accepted' },
      { kind: 'again', state: 'accepted' },
    ]);
  });

  it('of another company is not found, and one that waits is not sent twice', async () => {
    const one = await notice();
    await withList(one, 'town@example.org');
    await one.policy({ steps: [toList] });
    await one.tilt(50);
    const { id } = await one.storage.db.selectFrom('messages').select('id').executeTakeFirstOrThrow();
    const messages = one.messages();
    await expect(messages.again(await one.by('eve'), id)).rejects.toEqual(refused('api.notFound'));
    await expect(messages.again(await one.by('ann'), id)).rejects.toEqual(refused('notify.notAgain'));
  });
});

describe('a send list from a file', () => {
  it('adds, changes and leaves: each address once, counted', async () => {
    const one = await notice();
    await withList(one, 'a@example.org', 'b@example.org');
    const ann = await one.by('ann');
    const addresses = [
      { address: 'a@example.org', name: '', language: 'en' as const },
      { address: 'b@example.org', name: 'Town', language: 'ja' as const },
      { address: ' c@example.org ', name: 'Site', language: 'en' as const },
    ];
    const count = await one.book().importAddresses(ann, { projectId: one.projectId, addresses });
    expect(count).toEqual({ added: 1, changed: 1, same: 1 });
    const rows = await one.storage.db.selectFrom('send_list').selectAll().orderBy('id').execute();
    expect(rows.map(({ address, name, language }) => `${address} ${name} ${language}`)).toEqual([
      'a@example.org  en',
      'b@example.org Town ja',
      'c@example.org Site en',
    ]);
  });

  it('that would be too long is refused with the bound, and nothing of it is taken', async () => {
    const one = await notice();
    const most = companyBounds.notifyParts;
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `a${from + index}@example.org`);
    await withList(one, ...names(0, most - 1));
    await expect(withList(one, ...names(most - 1, 2))).rejects.toMatchObject({
      messageId: 'notify.problem.listFull',
      params: { most, count: most - 1 },
    });
    const { count } = await one.storage.db
      .selectFrom('send_list')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(most - 1);
    await withList(one, ...names(most - 1, 1));
  });

  it('of another company is not found', async () => {
    const one = await notice();
    const addresses = [{ address: 'x@example.org', name: '', language: 'en' as const }];
    await expect(
      one.book().importAddresses(await one.by('eve'), { projectId: one.projectId, addresses }),
    ).rejects.toEqual(refused('api.notFound'));
  });
});

describe('who would be notified now', () => {
  it('are those of each policy in use, step by step, with why somebody cannot be reached; nothing is sent', async () => {
    const one = await notice();
    const { ann, dan } = one.people;
    const user = (userId: number | undefined) => ({ type: 'user' as const, userId: userId ?? 0 });
    await one.policy({
      ranks: [2, 4],
      steps: [
        { after: 0, to: [user(dan)], by: ['mail'] },
        { after: 10, to: [user(ann), { type: 'list' }], by: ['mail'] },
      ],
      hours: { blue: null, yellow: { from: 18 * 60, to: 20 * 60 } },
    });
    const { viewer } = await one.by('ann');
    const would = (rank: number) => one.messages().would(viewer, { projectId: one.projectId, rank });
    const [red] = (await would(4)).policies;
    expect(red?.heldUntil).toBeNull();
    expect(
      red?.steps.map(({ after, ways }) => [after, ...ways.map((way) => way.problem ?? way.address)]),
    ).toEqual([
      [0, 'notify.reason.noContact'],
      [10, 'ann@example.org', 'notify.reason.emptyList'],
    ]);
    // 10:00 in Shanghai: yellow waits for 18:00.
    expect((await would(2)).policies[0]?.heldUntil).toBe(noticeBegin + 8 * 3_600_000);
    expect((await would(3)).policies).toEqual([]);
    const { viewer: eve } = await one.by('eve');
    await expect(one.messages().would(eve, { projectId: one.projectId, rank: 4 })).rejects.toEqual(
      refused('api.notFound'),
    );
    await one.settle();
    expect(await one.notified()).toEqual([]);
  });
});
