/** Steps of a policy: who is notified when, until somebody answers. The clock is the test's; the mail server is real. */
import { afterEach, expect, it } from 'vitest';
import { followAlarm, reconsider } from '../../../src/server/notify/follow.ts';
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

const user = (userId: number | undefined) => ({ type: 'user', userId: userId ?? 0 }) as const;
const step = (after: number, ...to: (number | undefined)[]) =>
  ({ after, to: to.map(user), by: ['mail'] }) as const;

it('steps go on by their minutes, from both sides of each, and begin again as often as is asked for', async () => {
  const one = await notice();
  const { ann, bob } = one.people;
  await one.policy({ steps: [step(0, ann), step(10, bob)], repeat: { every: 15, rounds: 1 } });
  await one.tilt(12);
  await one.settle();
  expect(await one.notified()).toEqual(['0 ann accepted']);
  one.clock.at = noticeBegin + 10 * 60_000 - 1;
  await one.settle();
  expect(await one.notified()).toHaveLength(1);
  one.clock.at += 1;
  await one.settle();
  expect(await one.notified()).toEqual(['0 ann accepted', '10 bob accepted']);
  await one.pass(5);
  await one.pass(10);
  await one.pass(600);
  expect(await one.notified()).toEqual([
    '0 ann accepted',
    '10 bob accepted',
    '15 ann accepted',
    '25 bob accepted',
  ]);
  expect(one.mail.mails.map(({ subject }) => subject?.includes('12.0') ?? false)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

it('A6: an answer stops it at once; taken back it goes on where it was', async () => {
  const one = await notice();
  const { ann, bob, cem } = one.people;
  await one.policy({ steps: [step(0, ann), step(10, bob), step(20, cem)] });
  await one.tilt(12);
  await one.pass(8);
  const by = await one.by('ann');
  await one.alarms.acknowledge(by, await one.open(), '');
  one.clock.at += 4000;
  await one.settle();
  await one.alarms.undo(by, await one.open());
  await one.settle();
  expect(await one.notified()).toEqual(['0 ann accepted']);
  // Two minutes were left of the ten when it was answered.
  one.clock.at = noticeBegin + 10 * 60_000 + 3999;
  await one.settle();
  expect(await one.notified()).toHaveLength(1);
  one.clock.at += 1;
  await one.settle();
  expect((await one.notified()).map((line) => line.split(' ')[1])).toEqual(['ann', 'bob']);
  await one.alarms.acknowledge(by, await one.open(), '');
  await one.pass(600);
  expect(await one.notified()).toHaveLength(2);
});

it('a message that waits when somebody answers does not go out', async () => {
  const one = await notice();
  await one.policy({ steps: [step(0, one.people['ann'])] });
  one.mail.behave({ code: 451, text: 'later' });
  await one.tilt(12);
  await one.settle();
  await one.alarms.acknowledge(await one.by('bob'), await one.open(), '');
  one.mail.behave(null);
  await one.pass(60);
  expect(await one.notified()).toEqual(['0 ann answered']);
  expect(one.mail.mails).toEqual([]);
});

it('a level up begins anew; a level down and a return ask nobody again, and say that it is over', async () => {
  const one = await notice();
  const { ann, bob } = one.people;
  await one.policy({ steps: [step(0, ann), step(10, bob)] });
  await one.tilt(7);
  await one.pass(5);
  await one.tilt(12);
  await one.pass(5);
  await one.tilt(7);
  await one.pass(4);
  expect((await one.notified()).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    '0 ann',
    '5 ann',
  ]);
  await one.pass(1);
  await one.tilt(1);
  await one.pass(1);
  await one.pass(600);
  const lines = (await one.notified(['raise', 'remind', 'over'])).map((line) =>
    line.split(' ').slice(0, 2).join(' '),
  );
  expect(lines).toEqual(['0 ann', '5 ann', '15 bob', '15 ann', '15 bob']);
  expect(one.mail.mails.at(-1)?.subject).toMatch(/Over|已恢复/);
});

it('orange and red go on after they have returned, until somebody answers', async () => {
  const one = await notice();
  const { ann, bob } = one.people;
  await one.policy({ steps: [step(0, ann), step(10, bob)] });
  await one.tilt(25);
  await one.pass(1);
  await one.tilt(1);
  await one.pass(9);
  expect((await one.notified()).map((line) => line.split(' ')[1])).toEqual(['ann', 'bob']);
});

it('a step that reaches nobody waits for nobody', async () => {
  const one = await notice();
  const { dan, eve, bob } = one.people;
  await one.policy({ steps: [step(0, dan), step(30, bob)] });
  await one.tilt(12);
  await one.settle();
  expect(await one.notified()).toEqual(['0 dan gaveUp', '0 bob accepted']);
  await expect(one.policy({ steps: [step(0, eve)] })).rejects.toMatchObject({
    messageId: 'notify.problem.person',
  });
});

it('a sensor whose RTU is silent is no news of its own; another quantity is', async () => {
  const one = await notice({ sensors: 2 });
  await one.policy({ steps: [step(0, one.people['ann'])] });
  await one.tilt(12, 0);
  const [first] = await one.open();
  // The alarm of the RTU's silence stands; what the sensor does not send follows from it.
  await one.storage.write(async (db) => {
    const row = await db
      .selectFrom('alarms')
      .selectAll()
      .where('id', '=', first ?? 0)
      .executeTakeFirstOrThrow();
    const facts = JSON.parse(row.facts) as { terms: { quantity: string }[] };
    for (const term of facts.terms) term.quantity = 'silence';
    await db
      .updateTable('alarms')
      .set({ sensor_id: null, facts: JSON.stringify(facts) as never })
      .where('id', '=', row.id)
      .execute();
  });
  one.clock.at += 1000;
  await one.tilt(12, 1);
  await one.settle();
  expect(await one.notified()).toHaveLength(2);
});

/** Makes an alarm say that something sends nothing: the sensor that it is of, or its RTU. */
async function silence(one: Notice, id: number, of: 'sensor' | 'rtu'): Promise<void> {
  await one.storage.write(async (db) => {
    const row = await db.selectFrom('alarms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const facts = JSON.parse(row.facts) as { terms: { quantity: string }[] };
    for (const term of facts.terms) term.quantity = 'silence';
    const moved = { facts: JSON.stringify(facts) as never, ...(of === 'rtu' ? { sensor_id: null } : {}) };
    await db.updateTable('alarms').set(moved).where('id', '=', id).execute();
  });
}

it('a silent sensor asks for an answer ten minutes after its RTU speaks again', async () => {
  const one = await notice({ sensors: 2 });
  await one.policy({ steps: [step(0, one.people['ann']), step(5, one.people['bob'])] });
  await one.tilt(12, 0);
  await one.tilt(12, 1);
  await one.settle();
  const [ofRtu = 0, ofSensor = 0] = await one.open();
  await silence(one, ofSensor, 'sensor');
  const rtu = async (present: number) => {
    await one.storage.write(async (db) => {
      const before = await db
        .selectFrom('alarms')
        .selectAll()
        .where('id', '=', ofRtu)
        .executeTakeFirstOrThrow();
      const after = { ...before, present };
      await db.updateTable('alarms').set({ present }).where('id', '=', ofRtu).execute();
      await followAlarm(db, before, after, one.clock.at);
    });
  };
  const ofSensorSince = async (from: number) => {
    const rows = await one.storage.db
      .selectFrom('messages')
      .selectAll()
      .where('alarm_id', '=', ofSensor)
      .where('created_at', '>', from)
      .orderBy('id')
      .execute();
    return rows.map(({ name, created_at }) => `${(created_at - from) / 60_000} ${name}`);
  };
  // The RTU is silent, too: what the sensor's alarm still had to say is no news any more.
  await rtu(0);
  await silence(one, ofRtu, 'rtu');
  await rtu(2);
  const silentAt = one.clock.at;
  await one.pass(30);
  expect(await ofSensorSince(silentAt)).toEqual([]);
  // It speaks: ten minutes later its sensor is still silent.
  await rtu(0);
  const backAt = one.clock.at;
  await one.pass(9);
  expect(await ofSensorSince(backAt)).toEqual([]);
  await one.pass(1);
  await one.pass(5);
  expect(await ofSensorSince(backAt)).toEqual(['10 ann', '15 bob']);
});

it('what is not installed, or was removed, wakes nobody; installed again it does', async () => {
  const one = await notice();
  await one.policy({ steps: [step(0, one.people['ann'])] });
  const install = (state: number) =>
    one.storage.write(async (db) => {
      await db.updateTable('sensors').set({ install_state: state }).execute();
      await reconsider(db, 1, one.clock.at);
    });
  await install(2);
  await one.tilt(50);
  await one.pass(60);
  expect(await one.notified()).toEqual([]);
  await install(1);
  await one.pass(10);
  expect(await one.notified()).toEqual(['70 ann accepted']);
  // Taken off while its next level is under way.
  await install(0);
  await one.pass(60);
  expect(await one.notified()).toEqual(['70 ann accepted']);
});

it('A6: no step is skipped or doubled, whatever is killed when and however late it is looked', async () => {
  let seed = 20261124;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  for (let round = 0; round < 12; round += 1) {
    const one = await notice();
    const { ann, bob, cem } = one.people;
    const afters = [0, 1 + Math.floor(random() * 5), 7 + Math.floor(random() * 9)];
    const every = 20 + Math.floor(random() * 10);
    const rounds = 1 + Math.floor(random() * 3);
    await one.policy({
      steps: [step(afters[0] ?? 0, ann), step(afters[1] ?? 0, bob), step(afters[2] ?? 0, cem)],
      repeat: { every, rounds },
    });
    await one.tilt(12);
    const answeredAt = random() < 0.5 ? Math.floor(random() * every * 3) : null;
    let isAnswered = false;
    let looked = 0;
    const expected: string[] = [];
    const due = Array.from({ length: rounds + 1 }, (_, k) =>
      afters.map((after, place) => ({ at: after + k * every, name: ['ann', 'bob', 'cem'][place] ?? '' })),
    ).flat();
    for (let now = 0; now < every * (rounds + 2); now += 1) {
      one.clock.at = noticeBegin + now * 60_000;
      if (now === answeredAt && !isAnswered) {
        await one.alarms.acknowledge(await one.by('ann'), await one.open(), '');
        isAnswered = true;
      }
      if (random() < 0.2) await one.restart();
      if (random() < 0.4) continue;
      await one.settle();
      // What was due since the last look is notified now, in order; nothing after the answer.
      if (!isAnswered)
        for (const { at, name } of due) if (at > 0 && at <= now && at > looked) expected.push(name);
      looked = now;
    }
    await one.settle();
    const names = (await one.notified()).map((line) => line.split(' ')[1]);
    expect(names, `round ${round}`).toEqual(['ann', ...expected]);
  }
});
