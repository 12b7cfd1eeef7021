import { afterEach, describe, expect, it } from 'vitest';
import type { NotifySettings } from '../../../src/server/notify/notifier.ts';
import { gapAhead } from '../../../src/server/notify/system/duty-gaps.ts';
import { warningGapsOf } from '../../../src/server/notify/warning-gaps.ts';
import { writeRule } from '../../support/alarms.ts';
import { type Notice, openNotice, slopeRule } from '../../support/notify.ts';

let opened: Notice | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

async function notice(settings: Partial<NotifySettings> = {}): Promise<Notice> {
  opened = await openNotice({ settings });
  return opened;
}

/** `type names` of each gap that an account is shown. */
async function gaps({ storage, board, notifier, clock, by }: Notice, account = 'ann'): Promise<string[]> {
  const { viewer } = await by(account);
  const found = await warningGapsOf({ storage, board, notifier, now: clock.at }, viewer);
  return found.gaps.map(({ type, names, rank }) =>
    [type, ...(rank === null ? [] : [rank]), ...names].join(' '),
  );
}

const to = (one: Notice, ...accounts: readonly string[]) =>
  accounts.map((account) => ({ type: 'user' as const, userId: one.people[account] ?? 0 }));

describe('what keeps a warning from arriving', () => {
  it('is that nobody is notified, until a policy reaches somebody at orange and red', async () => {
    const one = await notice();
    expect(await gaps(one)).toEqual(['noPolicy']);
    await one.policy({ ranks: [1, 2, 4], steps: [{ after: 0, to: to(one, 'dan'), by: ['mail'] }] });
    expect(await gaps(one)).toEqual(['unnotified 3 shanghai berlin kathmandu', 'unreachable Slopes']);
    await one.policy({ ranks: [3], steps: [{ after: 0, to: to(one, 'dan', 'ann'), by: ['mail'] }] });
    expect(await gaps(one)).toEqual(['unreachable Slopes']);
    await one.storage.write((db) => db.deleteFrom('notify_policies').where('id', '=', 1).execute());
    await one.policy({ ranks: [4], steps: [{ after: 0, to: to(one, 'ann'), by: ['mail'] }] });
    expect(await gaps(one)).toEqual([]);
  });

  it('is a policy that is switched off, and one for other projects', async () => {
    const one = await notice();
    await one.policy({ enabled: false, steps: [{ after: 0, to: to(one, 'ann'), by: ['mail'] }] });
    expect(await gaps(one)).toEqual(['noPolicy']);
  });

  it('is a server without mail, and without an address of its own', async () => {
    const one = await notice({ mail: null, publicUrl: null });
    await one.policy({ steps: [{ after: 0, to: to(one, 'ann'), by: ['mail'] }] });
    expect(await gaps(one)).toEqual(['noMail', 'noAddress']);
  });

  it('is that no rule judges the readings of a station', async () => {
    const one = await notice();
    await one.policy({ steps: [{ after: 0, to: to(one, 'ann'), by: ['mail'] }] });
    expect(await gaps(one)).toEqual([]);
    const codes = one.board.sites((await one.by('ann')).viewer).map(({ station }) => station);
    const [first] = codes;
    await writeRule(one.storage, 1, { ...slopeRule, enabled: false }, one.clock.at);
    expect(await gaps(one)).toEqual(['noRules']);
    const except = { ...slopeRule.scope, except: [first?.id ?? 0] };
    await writeRule(one.storage, 1, { ...slopeRule, scope: except }, one.clock.at);
    expect(await gaps(one)).toEqual([`uncovered ${first?.code}`]);
    // A rule of the link judges no readings.
    const link = { ...slopeRule, of: 'rtu' as const, terms: [], ladder: [] };
    await writeRule(one.storage, null, link, one.clock.at);
    expect(await gaps(one)).toEqual([`uncovered ${first?.code}`]);
    await writeRule(one.storage, null, slopeRule, one.clock.at);
    expect(await gaps(one)).toEqual([]);
  });

  it('is a duty that nobody has within a day', async () => {
    const one = await notice();
    await one.policy({ steps: [{ after: 0, to: to(one, 'ann'), by: ['mail'] }] });
    const save = (id: number | null, revision: number, from: number, until: number) =>
      one.by('ann').then((by) =>
        one.book().saveRota(by, {
          ...{ id, companyId: one.companyId, revision, name: 'Night' },
          body: {
            timeZone: 'Asia/Shanghai',
            layers: [
              {
                ...{ name: 'First', people: [one.people['ann'] ?? 0], from: '2026-01-01', every: 'day' },
                ...{ weekday: 1, at: [480], onHolidays: [] },
              },
            ],
            overrides: [{ layer: 0, from, to: until, userId: null }],
            holidays: [],
          } as never,
        }),
      );
    const { at } = one.clock;
    const { id, revision } = await save(null, 0, at + gapAhead + 1000, at + gapAhead + 60_000);
    expect(await gaps(one)).toEqual([]);
    await save(id, revision, at + gapAhead - 1000, at + gapAhead + 60_000);
    expect(await gaps(one)).toEqual(['unmanned Night · First']);
  });

  it('is a channel that has failed three times in a row, and no longer when it works', async () => {
    const one = await notice();
    await one.policy({ steps: [{ after: 0, to: to(one, 'ann'), by: ['mail'] }] });
    one.mail.behave({ code: 451, text: 'later' });
    await one.tilt(50);
    await one.settle();
    await one.pass(1);
    expect(await gaps(one)).toEqual([]);
    await one.pass(1);
    expect(await gaps(one)).toEqual(['failing mail']);
    one.mail.behave(null);
    await one.pass(10);
    expect(await gaps(one)).toEqual([]);
  });

  it('A5: is not shown to another company', async () => {
    const one = await notice();
    expect(await gaps(one, 'eve')).toEqual([]);
  });
});
