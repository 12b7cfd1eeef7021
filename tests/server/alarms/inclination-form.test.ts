/** The form of inclination alerts on a running server: saved, refused, in conflict, beyond what it shows; and its mail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlarmView } from '../../../src/contract/alarms/alarms.ts';
import type { AlertForm } from '../../../src/contract/alarms/inclination.ts';
import type { RuleSummary } from '../../../src/contract/alarms/rules.ts';
import {
  type InclinationLevel,
  inclinationForm,
  inclinationRule,
} from '../../../src/domain/alarms/inclination.ts';
import { insertBaseline } from '../../../src/server/sites/baselines/edit.ts';
import { writeRule } from '../../support/alarms.ts';
import { openNotice } from '../../support/notify.ts';
import { type Answer, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let a = '';
let b = '';
let viewer = '';
let clock = 0;
beforeAll(async () => {
  server = await startTestServer();
  a = await server.login('operatorA');
  b = await server.login('operatorB');
  viewer = await server.login('strangerA');
});
afterAll(() => server.stop());

const dataOf = <T>(answer: Answer) => answer.envelope?.data as T;
const path = (id = 1) => `/rest/inclination-alerts/${id}`;
const formOf = async (token = a, id = 1) => dataOf<AlertForm>(await server.call(path(id), { token }));
const level = (given: object = {}) => ({
  level: 'orange',
  range: 60,
  angle: 0.5,
  change1h: 0.1,
  change5h: 0.2,
  speed: null,
  subject: '{level}: {station} {axis} {dx}',
  body: '{station} {x} {y} {z}',
  ...given,
});
const none = { x: null, y: null, z: null };
const zero = { x: 0, y: 0, z: 0 };
const save = (body: object, token = a, id = 1) =>
  server.call(path(id), {
    token,
    method: 'PUT',
    body: { version: 0, alertLevels: [level()], initial: zero, reason: 'first', ...body },
  });
const refused = (answer: Answer) => [
  answer.envelope?.status,
  answer.envelope?.messageId,
  (answer.envelope as { field?: string } | undefined)?.field,
];
async function measure(x: number, y = 0, z = 0): Promise<void> {
  clock = Math.max(clock + 1, Date.now());
  const reading = {
    sourceId: 1,
    row: 'tilt' as const,
    element: 0,
    t: clock,
    receivedAt: clock,
    historical: false,
    values: { x, y, z },
  };
  const result = await server.running.storage.readings.ingest([reading]);
  server.running.gateway.events.emit('stored', { batch: [reading], result });
  await server.running.alarmEngine.settle();
}
const open = async () =>
  dataOf<{ alarms: AlarmView[] }>(await server.call('/rest/alarms', { token: a })).alarms.filter(
    ({ sensorId }) => sensorId === 1,
  );

describe('what is refused names its field and bound, and stores nothing', () => {
  it.each([
    [{ alertLevels: [] }, '', 'noLevel'],
    [{ alertLevels: [level({ range: 4 })] }, 'orange.range', 'between'],
    [{ alertLevels: [level({ range: 1441 })] }, 'orange.range', 'between'],
    [{ alertLevels: [level({ angle: 30.001 })] }, 'orange.angle', 'between'],
    [{ alertLevels: [level({ change5h: 0.09 })] }, 'orange.change5h', 'shorter'],
    [
      { alertLevels: [level({ angle: null, change1h: null, change5h: null })] },
      'orange.angle',
      'noThreshold',
    ],
    [{ alertLevels: [level(), level({ level: 'red' })] }, 'red.angle', 'rises'],
    [{ alertLevels: [level({ subject: ' ' })] }, 'orange.subject', 'required'],
    [{ alertLevels: [level({ body: 'a {nothing}' })] }, 'orange.body', 'placeholder'],
    [{ alertLevels: [level({ subject: 'x'.repeat(201) })] }, 'orange.subject', 'length'],
    [{ initial: none }, 'initial.x', 'initial'],
    [{ initial: { ...zero, z: 181 } }, 'initial.z', 'between'],
  ])('%j', async (body, field, type) => {
    const answer = await save(body);
    expect(refused(answer)).toEqual([422, `alertForm.problem.${type}`, field]);
    expect((await formOf()).rule).toBeNull();
  });

  it('the reason is asked for; a viewer may not save; a foreign sensor is not found; a crack gauge has no angles', async () => {
    expect(refused(await save({ reason: ' ' }))).toEqual([422, 'bound.required', 'reason']);
    expect((await save({}, viewer)).envelope?.status).toBe(403);
    expect((await save({}, b)).envelope?.status).toBe(404);
    expect((await server.call(path(), { token: b })).envelope?.status).toBe(404);
    const sites = server.running.board.sites({ companyId: 1 });
    const other = sites.flatMap(({ sensors }) => sensors).find(({ kind }) => kind !== 9 && kind !== 11);
    if (other !== undefined) expect(refused(await server.call(path(other.id), { token: a }))[0]).toBe(422);
    expect((await formOf()).initial).toEqual(none);
  });
});

describe('a form is an ordinary rule', () => {
  it('is saved with its initial angles, shown as it was saved, and judges from then on', async () => {
    await measure(0.2, 0.1, -0.3);
    const saved = await save({ initial: { x: 0.2, y: 0.1, z: -0.3 } });
    expect(saved.envelope?.status).toBe(200);
    const form = await formOf();
    expect(form.levels).toEqual([level()]);
    expect(form.initial).toEqual({ x: 0.2, y: 0.1, z: -0.3 });
    expect(form.rule).toMatchObject({ version: 1, enabled: true });
    expect(form.latest).toMatchObject({ x: 0.2, y: 0.1, z: -0.3 });
    const rules = dataOf<{ rules: RuleSummary[] }>(
      await server.call('/rest/alarm-rules', { token: a }),
    ).rules;
    expect(rules.find(({ id }) => id === form.rule?.id)).toMatchObject({ instances: 1, version: 1 });
    await server.running.alarmEngine.settle();
    // 0.2 + 0.499 is just below half a degree from the initial angle, and more than a degree on another axis is above.
    await measure(0.699);
    expect(await open()).toEqual([]);
    await measure(0.2, 0.1, -0.8);
    const [alarm] = await open();
    expect(alarm).toMatchObject({ present: 3, ruleId: form.rule?.id });
    expect(alarm?.facts.mail).toEqual({ subject: level().subject, body: level().body });
    expect(alarm?.facts.angles).toEqual({ x: 0.2, y: 0.1, z: -0.8 });
  });

  it('the preview fills in the newest reading', async () => {
    const answer = await server.call(`${path()}/preview`, {
      token: a,
      method: 'POST',
      body: { alertLevel: level({ body: '{x} {change1h} {speed} <b>{station}</b>' }) },
    });
    const preview = dataOf<{ subject: string; body: string; missing: string[]; t: number }>(answer);
    expect(preview.t).toBe(clock);
    expect(preview.subject).toContain('Z −0.5000');
    expect(preview.body).toMatch(/^0\.2000\u00a0° – – <b>/);
    expect(preview.missing).toEqual(['change1h', 'speed']);
  });

  it('the preview is in the language of the console, not of the account', async () => {
    const said = await Promise.all(
      (['en', 'ja', 'zh-chs'] as const).map(async (lang) => {
        const answer = await server.call(`${path()}/preview`, {
          token: a,
          method: 'POST',
          body: { alertLevel: level({ body: '{level}' }) },
          headers: { lang },
        });
        return dataOf<{ body: string }>(answer).body;
      }),
    );
    expect(said).toEqual(['Orange', '橙', '橙·预警']);
  });

  it('who is behind is refused with the newest version, and nothing of theirs is stored', async () => {
    const before = await formOf();
    const answer = await save({ alertLevels: [level({ angle: 1 })], initial: { x: 5, y: 5, z: 5 } });
    expect(refused(answer).slice(0, 2)).toEqual([409, 'alertForm.changed']);
    expect(await formOf()).toEqual(before);
  });

  it('two first versions at the same time make one rule', async () => {
    const both = await Promise.all([save({}, a, 2), save({ reason: 'second' }, a, 2)]);
    const states = both.map(({ envelope }) => envelope?.status).sort();
    const kind = server.running.board.sites({ companyId: 1 }).flatMap(({ sensors }) => sensors)[1]?.kind;
    if (kind === 9 || kind === 11 || kind === 5) expect(states).toEqual([200, 409]);
    else expect(new Set(states).size).toBe(1);
  });

  it('what the rule editor adds is not lost: the form says so and saves nothing over it', async () => {
    const form = await formOf();
    const rules = dataOf<{ rules: RuleSummary[] }>(
      await server.call('/rest/alarm-rules', { token: a }),
    ).rules;
    const rule = rules.find(({ id }) => id === form.rule?.id);
    if (rule === undefined) throw new Error('no rule');
    const edited = (ladder: unknown) =>
      server.call(`/rest/alarm-rules/${rule.id}`, {
        token: a,
        method: 'PUT',
        body: {
          name: rule.name,
          version: form.rule?.version ?? 0,
          reason: 'by the editor',
          definition: { ...rule.definition, ladder },
        },
      });
    const [own] = rule.definition.ladder;
    // A response card is none of the form's business: it stays a form, and keeps the card.
    expect((await edited([{ ...own, card: 'Close the road' }])).envelope?.status).toBe(200);
    const carded = await formOf();
    expect(carded.levels).toEqual([level()]);
    await save({ version: 2, alertLevels: [level({ angle: 0.6 })], initial: form.initial });
    const kept = dataOf<{ rules: RuleSummary[] }>(await server.call('/rest/alarm-rules', { token: a })).rules;
    expect(kept.find(({ id }) => id === rule.id)?.definition.ladder[0]?.card).toBe('Close the road');
    // A hold of its own is more than the form can show.
    const answer = await server.call(`/rest/alarm-rules/${rule.id}`, {
      token: a,
      method: 'PUT',
      body: {
        ...{ name: rule.name, version: 3, reason: 'by the editor' },
        definition: { ...rule.definition, ladder: [{ ...own, hold: { readings: 5 } }] },
      },
    });
    expect(answer.envelope?.status).toBe(200);
    expect((await formOf()).levels).toBeNull();
    expect(refused(await save({ version: 4 })).slice(0, 2)).toEqual([409, 'alertForm.beyond']);
  });
});

describe('the mail of a level', () => {
  it('says what was typed, filled in once and inert (A13), to the send list; what was said is kept', async () => {
    const one = await openNotice();
    try {
      const sensor = one.board.sites({ companyId: one.companyId })[0]?.sensors[0]?.id ?? 0;
      const typed: InclinationLevel = {
        ...{ level: 'orange', range: 60, angle: 0.5, change1h: null, change5h: null, speed: null },
        subject: '{level} <b>{station}</b> {axis} {dx}',
        body: 'x {x}\nlimit {limitDx}, speed {speed}, {nope} <script>alert(1)</script>\n{link}',
      };
      await writeRule(one.storage, null, inclinationRule(sensor, [typed], null), one.clock.at);
      const by = await one.by('ann');
      await one.storage.write((db) =>
        insertBaseline(db, by, sensor, {
          ...{ t: one.clock.at, now: one.clock.at, how: 'hand', reason: 'first' },
          initialValues: [{ row: 'tilt', element: 0, channel: 'x', value: 0.25 }],
        }),
      );
      await one.book().addAddress(by, {
        ...{ projectId: one.projectId, address: 'town@example.org', name: 'Town', language: 'ja' },
      });
      await one.policy({ steps: [{ after: 0, to: [{ type: 'list' }], by: ['mail'] }] });
      one.engine.changed();
      one.clock.at += 60_000;
      await one.tilt(1.25);
      await one.settle();
      const [mail] = one.mail.mails;
      const site = one.board.sites({ companyId: one.companyId })[0];
      expect(one.mail.mails).toHaveLength(1);
      expect(mail?.subject?.replaceAll('\u00a0', ' ')).toMatch(
        new RegExp(`<b>${site?.station.name}</b> X \\+1\\.0000 °$`),
      );
      const text = mail?.text?.replaceAll('\u00a0', ' ') ?? '';
      expect(text).toContain('x 1.2500 °\nlimit 0.5000 °, speed –, {nope} <script>alert(1)</script>');
      expect(text).toMatch(/https:\/\/watch\.example\.org\/alarms\/\d+/);
      expect(mail?.html).not.toContain('<script>');
      expect(mail?.html).not.toContain(`<b>${site?.station.name}`);
      const rows = await one.storage.db.selectFrom('messages').select(['title', 'content']).execute();
      expect(rows.map(({ content }) => content)).toEqual([expect.stringContaining('x 1.2500')]);
      // What is shown to others holds no link that answers.
      expect(rows[0]?.content).not.toContain('/answer/');
    } finally {
      await one.close();
    }
  });

  it('a form is the rule, and the rule the form, for any thresholds left out', () => {
    const all = [0.5, null] as const;
    for (const angle of all)
      for (const change1h of all)
        for (const change5h of all)
          for (const speed of all) {
            if (angle === null && change1h === null && change5h === null && speed === null) continue;
            const base = { angle, change1h, change5h, speed, subject: 's', body: 'b' };
            const levels: InclinationLevel[] = [
              { level: 'blue', range: 30, ...base },
              { level: 'red', range: 90, ...base },
            ];
            const shown = inclinationForm(7, inclinationRule(7, levels, null));
            // Without a speed its window says nothing, and is shown as the default.
            const range = (own: number) => (speed === null ? 60 : own);
            expect(shown).toEqual(levels.map((one) => ({ ...one, range: range(one.range) })));
          }
  });
});
