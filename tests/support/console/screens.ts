/** Every screen of the console, with what must be done to see all of it. */
import type { Page } from '@playwright/test';
import { firstLayout } from '../../../src/console/features/dashboards/first-layout.ts';
import { accounts } from '../product.ts';

export interface Screen {
  readonly name: string;
  readonly address: string;
  /** Brings it into the state that is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Makes a draft for the first station, as the one who is signed in; one set of it breaks its bounds. Answers its id. */
async function proposePlan(page: Page): Promise<string> {
  const { origin } = new URL(page.url());
  const cookies = await page.context().cookies(origin);
  const authorization = cookies.find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const items = [1, 2].map((rtuId) => ({
    target: { rtuId, slot: null },
    group: 'rtu',
    edits: { lowBattery: rtuId === 1 ? 11.1 : 99 },
  }));
  const answer = await page.context().request.post(`${origin}/rest/plans`, {
    headers: { authorization },
    data: { title: '11.1 V', items, surface: 'script' },
  });
  const { data } = (await answer.json()) as { data: { plan: { id: string } } };
  return data.plan.id;
}

/**
 * Applies a plan of two batches to RTUs of which the first alone is awake (product.ts), as the one who is signed in; its
 * rest is `cancelled` where the screen is to show that. Answers its id.
 */
async function applyPlan(page: Page, cancelled: boolean): Promise<string> {
  const { origin } = new URL(page.url());
  const cookies = await page.context().cookies(origin);
  const authorization = cookies.find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const post = async <T>(path: string, data: object): Promise<T> => {
    const answer = await page.context().request.post(`${origin}/rest/${path}`, {
      headers: { authorization },
      data,
    });
    return ((await answer.json()) as { data: T }).data;
  };
  const items = [4, 5, 6].map((rtuId) => ({
    target: { rtuId, slot: null },
    group: 'rtu',
    edits: { lowBattery: 11.3 },
  }));
  const stopAt = { failed: 2, of: 4 };
  const rollout = { batches: [2, 1], concurrency: null, stopAt, order: 'given', timeout: null };
  const { plan } = await post<{ plan: { id: string; revision: number } }>('plans', {
    title: '11.3 V',
    items,
    rollout,
    surface: 'script',
  });
  const body = { planId: plan.id, revision: plan.revision, reason: '11.3 V' };
  const { password } = accounts.maintainer;
  const { confirmation } = await post<{ confirmation: string }>('user/confirm', { password, body });
  const { revision, reason } = body;
  await post(`plans/${plan.id}/approve`, { revision, reason, confirmation });
  if (cancelled) await post(`plans/${plan.id}/cancel`, {});
  return plan.id;
}

/** Makes a standard set and assigns it to every station, as the one who is signed in. Answers its id. */
async function assignStandard(page: Page): Promise<number> {
  const { origin } = new URL(page.url());
  const cookies = await page.context().cookies(origin);
  const authorization = cookies.find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const { request } = page.context();
  const data = { companyId: 1, name: `${Date.now()}`, group: 'rtu', values: { lowBattery: 11.7 } };
  const made = await request.post(`${origin}/rest/standards`, { headers: { authorization }, data });
  const { standard } = ((await made.json()) as { data: { standard: { id: number; revision: number } } }).data;
  const scope = { projects: [], stations: [], except: [], labels: [], folders: [] };
  await request.put(`${origin}/rest/standards/${standard.id}/watch`, {
    headers: { authorization },
    data: { revision: standard.revision, scope },
  });
  return standard.id;
}

/** Proposes a script, as a program of the first company does, and opens it. Answers the proposal's id. */
async function proposeChange(page: Page): Promise<string> {
  const { origin } = new URL(page.url());
  const { accountName, password } = accounts.operator;
  const { request } = page.context();
  const signedIn = await request.post(`${origin}/login`, { data: { accountName, password } });
  const { data: session } = (await signedIn.json()) as { data: { loginToken: string } };
  const answer = await request.post(`${origin}/rest/proposals`, {
    headers: { authorization: session.loginToken },
    data: {
      title: String(Date.now()),
      changes: [
        { type: 'script', id: null, base: null, after: { name: 'twice', text: 'export const twice = 2;\n' } },
      ],
    },
  });
  const { data } = (await answer.json()) as { data: { proposal: { id: string } } };
  return data.proposal.id;
}

/** Makes a source of the first project, as the one who is signed in, and opens its mapping. */
async function openMapping(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const cookies = await page.context().cookies(origin);
  const authorization = cookies.find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const answer = await page.context().request.post(`${origin}/rest/sources`, {
    headers: { authorization },
    data: { projectId: 1, name: 'K42 gateway', way: 'upload' },
  });
  const { data } = (await answer.json()) as { data: { id: number } };
  await page.goto(`${origin}/devices/source-mapping/${data.id}`);
  await page.locator('.mapping .condition').waitFor();
}

/** Makes a derived channel of the first station, as the one who is signed in, where it has none. */
async function makeFormula(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const cookies = await page.context().cookies(origin);
  const authorization = cookies.find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const { request } = page.context();
  const address = `${origin}/rest/stations/1`;
  const known = await request.get(`${address}/formulas`, { headers: { authorization } });
  const { formulas } = ((await known.json()) as { data: { formulas: readonly unknown[] } }).data;
  if (formulas.length > 0) return;
  const station = await request.get(address, { headers: { authorization } });
  const { rtu } = ((await station.json()) as { data: { rtu: { id: number } } }).data;
  await request.post(`${address}/formulas`, {
    headers: { authorization },
    data: {
      ...{ names: { 'zh-chs': '24', en: '24', ja: '24' }, unit: 'V', digits: 2, text: 'a - 12', age: 3600 },
      inputs: [{ letter: 'a', row: 'status', sourceId: rtu.id, element: 0, channel: 'batteryVoltage' }],
      reason: '12 V',
    },
  });
  await page.reload();
}

/** Keeps a standard set of the first company for RTUs, once. */
async function proposeStandard(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const cookies = await page.context().cookies(origin);
  const authorization = cookies.find(({ name }) => name.endsWith('-token'))?.value ?? '';
  await page.context().request.post(`${origin}/rest/standards`, {
    headers: { authorization },
    data: { companyId: 1, name: '11.1 V', group: 'rtu', values: { lowBattery: 11.1, sendCycle: 600 } },
  });
}

export const screens: readonly Screen[] = [
  { name: 'home', address: '/index' },
  {
    name: 'home with a station selected',
    address: '/index',
    prepare: async (page) => {
      await page.locator('[data-station]').first().click();
      await page.locator('.pop').waitFor();
    },
  },
  { name: 'latest data', address: '/station/1/latest' },
  {
    name: 'initial values of a sensor',
    address: '/station/1/latest',
    prepare: async (page) => {
      await page.locator('.card header button').first().click();
      await page.locator('dialog.baselines').waitFor();
    },
  },
  {
    name: 'status table',
    address: '/station/1/latest?data=status',
    prepare: async (page) => {
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'tilt table with its choice of columns',
    address: '/station/1/latest?data=tilt',
    prepare: async (page) => {
      await page.locator('.readings__bar .multi button').click();
      await page.locator('.multi__popup').waitFor();
    },
  },
  { name: 'acceleration waveform', address: '/station/3/latest?data=waveform&range=quarter' },
  { name: 'Excel export', address: '/station/1/latest?data=export' },
  { name: 'temperature calibration', address: '/station/1/latest?data=calibration' },
  {
    name: '5-minute rain',
    address: '/station/2/latest?data=rain5',
    prepare: async (page) => {
      await page.locator('.rain-tab__lanes').press('ArrowLeft');
    },
  },
  { name: 'hourly rain', address: '/station/2/latest?data=rainHourly' },
  { name: 'deep displacement', address: '/station/7/latest?data=profile' },
  { name: 'a data sub-tab that the station has not', address: '/station/1/latest?data=blast' },
  { name: 'no derived channels yet', address: '/station/2/latest?data=formulas' },
  {
    name: 'derived channels',
    address: '/station/1/latest?data=formulas',
    prepare: async (page) => {
      await makeFormula(page);
      await page.locator('.formulas__card').waitFor();
    },
  },
  {
    name: 'versions of a derived channel',
    address: '/station/1/latest?data=formulas',
    prepare: async (page) => {
      await makeFormula(page);
      await page.locator('.formulas__actions button').nth(1).click();
      await page.locator('.formulas__versions .change-list').waitFor();
    },
  },
  {
    name: 'a new derived channel',
    address: '/station/2/latest?data=formulas',
    prepare: async (page) => {
      await page.locator('.condition__actions button').nth(3).click();
      await page.locator('.formulas__check.is-wrong').waitFor();
    },
  },
  {
    name: 'a derived channel that is changed, with its preview',
    address: '/station/1/latest?data=formulas',
    prepare: async (page) => {
      await makeFormula(page);
      await page.locator('.formulas__actions button').nth(2).click();
      await page.locator('.formulas__plot .plot').waitFor();
    },
  },
  { name: 'map location', address: '/station/1/map' },
  { name: 'data overview', address: '/station/1/overview' },
  { name: 'history curve', address: '/station/1/curve' },
  { name: 'analysis: failure time', address: '/station/1/analysis/failure' },
  { name: 'analysis: tangent angle', address: '/station/1/analysis/tangent' },
  { name: 'analysis: rain', address: '/station/2/analysis/rain' },
  { name: 'analysis: depth profile', address: '/station/7/analysis/profile' },
  { name: 'analysis: temperature', address: '/station/1/analysis/temperature' },
  { name: 'analysis: gaps', address: '/station/1/analysis/gaps?range=month' },
  { name: 'analysis: neighbours', address: '/station/1/analysis/neighbours' },
  { name: 'analysis: events', address: '/station/1/analysis/events' },
  { name: 'analysis: vibration', address: '/station/3/analysis/vibration?range=quarter' },
  { name: 'analysis: rate', address: '/station/1/analysis/rate' },
  {
    name: 'remark info',
    address: '/station/1/remarks',
    prepare: async (page) => {
      await page.locator('.remark-form textarea').fill('12.1 V');
      await page.locator('.remark-form button[type=submit]').click();
      await page.locator('.remarks__table').waitFor();
    },
  },
  {
    name: 'remark info while one is changed',
    address: '/station/1/remarks',
    prepare: async (page) => {
      await page.locator('.remarks__actions button').nth(1).click();
      await page.locator('.remarks__table .remark-form').waitFor();
    },
  },
  {
    name: 'history curve with a remark',
    address: '/station/1/curve',
    prepare: async (page) => {
      await page.locator('.chart__mark').first().waitFor();
    },
  },
  {
    name: 'command control',
    address: '/station/1/commands',
    prepare: async (page) => {
      await page.locator('.ptable').waitFor();
    },
  },
  {
    name: 'parameters with edits and a refusal',
    address: '/station/1/commands',
    prepare: async (page) => {
      await page.locator('[data-field="sendCycle"] input').fill('601');
      await page.locator('[data-field="maxResend"] input').fill('150');
      await page.locator('.ptable__more [role="alert"]').waitFor();
    },
  },
  {
    name: 'the confirmation of a set',
    address: '/station/1/commands',
    prepare: async (page) => {
      await page.locator('[data-field="sendCycle"] input').fill('600');
      await page.locator('[data-field="maxResend"] input').fill('150');
      await page.keyboard.press('Control+Enter');
      await page.locator('.odialog .diff').waitFor();
    },
  },
  {
    name: 'commands of a station',
    address: '/station/1/commands?view=commands',
    prepare: async (page) => {
      await page.locator('.odialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Report now' }).click();
      await page.locator('.olist').waitFor();
    },
  },
  {
    name: 'history curve with commands marked',
    address: '/station/1/curve',
    prepare: async (page) => {
      await page.locator('.rail__kinds button').nth(1).waitFor();
    },
  },
  {
    // Over a page that is empty there: what a list that floats covers in part is no target while it is open.
    name: 'what is under way',
    address: '/404',
    prepare: async (page) => {
      await page.locator('.tray > button').click();
      await page.locator('.tray__row').first().waitFor();
    },
  },
  { name: 'changes of parameters', address: '/station/1/commands?view=changes' },
  { name: 'alarm board', address: '/alarms' },
  {
    name: 'dashboards',
    address: '/dashboards',
    prepare: async (page) => {
      const { origin } = new URL(page.url());
      const cookies = await page.context().cookies(origin);
      const authorization = cookies.find(({ name }) => name.endsWith('-token'))?.value ?? '';
      await page.context().request.post(`${origin}/rest/dashboards`, {
        headers: { authorization },
        data: { name: '24', share: 'own', companyId: null, layout: firstLayout },
      });
      await page.reload();
      await page.locator('.dring__count').waitFor();
    },
  },
  {
    name: 'reports',
    address: '/reports',
    prepare: async (page) => {
      const { origin } = new URL(page.url());
      const cookies = await page.context().cookies(origin);
      const authorization = cookies.find(({ name }) => name.endsWith('-token'))?.value ?? '';
      const { data } = await (
        await page.context().request.get(`${origin}/rest/stations`, { headers: { authorization } })
      ).json();
      const to = Date.now();
      await page.context().request.post(`${origin}/rest/reports`, {
        headers: { authorization },
        data: {
          ...{ templateId: null, builtIn: 'weekly', projectId: data.projects[0].id, stationIds: [] },
          ...{ from: to - 86_400_000, to, languages: ['en'], formats: ['pdf'] },
        },
      });
      await page.reload();
      await page.locator('.rsheet svg').first().waitFor();
    },
  },
  {
    name: 'schedules',
    address: '/schedules',
    prepare: async (page) => {
      const { origin } = new URL(page.url());
      const cookies = await page.context().cookies(origin);
      const authorization = cookies.find(({ name }) => name.endsWith('-token'))?.value ?? '';
      const { data } = await (
        await page.context().request.get(`${origin}/rest/stations`, { headers: { authorization } })
      ).json();
      await page.context().request.post(`${origin}/rest/schedules`, {
        headers: { authorization },
        data: {
          ...{ projectId: data.projects[0].id, name: '24', missed: 'once' },
          job: { kind: 'export', table: 'latest', days: 1, format: 'csv' },
          recurrence: { kind: 'week', time: 360, weekdays: [1, 2, 3, 4, 5, 6, 7] },
        },
      });
      await page.reload();
      await page.locator('.schedules__row').first().waitFor();
    },
  },
  { name: 'folders', address: '/folders' },
  { name: 'sensor tree', address: '/sensors/tree' },
  { name: 'history data', address: '/rest/datshow/list2?stations=1,2' },
  { name: 'frontend log', address: '/log' },
  { name: 'device maintenance', address: '/devices/tree' },
  {
    name: 'device maintenance of an RTU, only what is in trouble',
    address: '/devices/tree?at=rtu:1&trouble=1',
    prepare: async (page) => {
      await page.locator('.facts').waitFor();
    },
  },
  {
    name: 'the import of sensors with a bad row',
    address: '/devices/tree',
    prepare: async (page) => {
      await page.locator('.split__detail .form__foot button').nth(3).click();
      const cells = 'station\tslot\tkind\n12.1\t3\train\n';
      await page.locator('.sheet-import textarea').fill(cells);
      await page.locator('.sheet-import td.refused').waitFor();
    },
  },
  { name: 'users', address: '/users' },
  { name: 'service accounts', address: '/service-accounts?id=new' },
  { name: 'roles', address: '/roles?id=2' },
  { name: 'menus', address: '/menus?entry=alarms' },
  { name: 'platform', address: '/platform' },
  { name: 'alarm rules', address: '/alarms/rules' },
  { name: 'alarm health', address: '/alarms/health' },
  {
    name: 'alert configuration',
    address: '/rest/alert/config',
    prepare: async (page) => {
      await page.locator('.alert-config__form, .alert-config .condition').first().waitFor();
    },
  },
  { name: 'notify', address: '/alarms/notify' },
  {
    name: 'a new alarm rule',
    address: '/alarms/rules',
    prepare: async (page) => {
      // A preset of four levels.
      await page.locator('.rules__editor .condition__actions button').nth(1).click();
      await page.locator('.rules__level').nth(3).waitFor();
      await page.locator('.back-test__head').waitFor();
    },
  },
  { name: 'audit', address: '/audit' },
  {
    name: 'scripts',
    address: '/scripts',
    prepare: async (page) => {
      await page.locator('.monaco-editor .view-lines').waitFor();
    },
  },
  {
    name: 'a script of the library with its arguments',
    address: '/scripts/library-unify-send-cycles',
    prepare: async (page) => {
      await page.locator('.scripts__bar .button--primary').click();
      await page.locator('.scripts__arguments').waitFor();
    },
  },
  {
    name: 'a run of a script with its plan',
    address: '/scripts/library-unify-send-cycles',
    prepare: async (page) => {
      await page.locator('.scripts__bar .button--primary').click();
      await page.locator('.scripts__arguments select[name="scope"]').selectOption({ index: 1 });
      await page.locator('.scripts__arguments button[type=submit]').click();
      await page.locator('.scripts__run .pill--ok').waitFor();
    },
  },
  {
    name: 'a run of a script as it ran',
    address: '/scripts/library-unify-send-cycles',
    prepare: async (page) => {
      await page.locator('.scripts__bar .button--primary').click();
      await page.locator('.scripts__arguments button[type=submit]').click();
      await page.locator('.scripts__run .pill--ok').waitFor();
      await page.locator('.scripts__tabs button').nth(2).click();
      await page.locator('.scripts__args').waitFor();
    },
  },
  {
    name: 'all runs of scripts',
    address: '/scripts',
    prepare: async (page) => {
      await page.locator('.scripts__tabs button').nth(3).click();
      await page.locator('.scripts__row--runs').nth(1).waitFor();
    },
  },
  { name: 'plans', address: '/plans' },
  { name: 'proposals', address: '/proposals' },
  {
    name: 'standard sets with one that is assigned',
    address: '/standards',
    prepare: async (page) => {
      const standardId = await assignStandard(page);
      await page.evaluate((to) => history.pushState(null, '', to), `/standards/${standardId}`);
      await page.locator('.standards__drift, .standards__none').first().waitFor();
    },
  },
  {
    name: 'a proposal under review',
    address: '/proposals',
    prepare: async (page) => {
      const proposalId = await proposeChange(page);
      await page.evaluate((to) => history.pushState(null, '', to), `/proposals/${proposalId}`);
      await page.locator('.proposals__change').waitFor();
    },
  },
  {
    name: 'a plan under review',
    address: '/plans',
    prepare: async (page) => {
      const planId = await proposePlan(page);
      await page.evaluate((to) => history.pushState(null, '', to), `/plans/${planId}`);
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'a plan that is being applied',
    address: '/plans',
    prepare: async (page) => {
      const planId = await applyPlan(page, false);
      await page.evaluate((to) => history.pushState(null, '', to), `/plans/${planId}`);
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'a plan of which the rest was cancelled, filtered',
    address: '/plans',
    prepare: async (page) => {
      const planId = await applyPlan(page, true);
      await page.evaluate((to) => history.pushState(null, '', to), `/plans/${planId}`);
      await page.locator('.outcome').waitFor();
      await page.locator('.plans__chip').last().click();
      await page.locator('.plans__narrow').waitFor();
    },
  },
  {
    name: 'a draft narrowed by its filter, with the fields of its rollout',
    address: '/plans',
    prepare: async (page) => {
      const planId = await proposePlan(page);
      await page.evaluate((to) => history.pushState(null, '', to), `/plans/${planId}`);
      await page.locator('.plans__chip').first().click();
      await page.locator('.plans__narrow').waitFor();
      await page.locator('.rollout__line button').click();
      await page.locator('.rollout__fields').waitFor();
    },
  },
  {
    name: 'the approval of a plan',
    address: '/plans',
    prepare: async (page) => {
      const planId = await proposePlan(page);
      await page.evaluate((to) => history.pushState(null, '', to), `/plans/${planId}`);
      await page.locator('.plans__actions .button--primary').click();
      await page.locator('.plans__dialog').waitFor();
    },
  },
  {
    name: 'parameter matrix',
    address: '/devices/matrix',
    prepare: async (page) => {
      await page.locator('.mx__cell').first().waitFor();
    },
  },
  { name: 'the map on a global maps service, which is not set', address: '/map/global' },
  {
    name: 'fault statistics',
    address: '/devices/faults',
    prepare: async (page) => {
      await page.locator('.faults__map .faults__cell').first().waitFor();
    },
  },
  {
    name: 'all sensors',
    address: '/devices/views',
    prepare: async (page) => {
      await page.locator('.dv__spark path').first().waitFor();
    },
  },
  {
    name: 'devices of a kind as little curves',
    address: '/devices/views/rt3000?as=multiples&span=week',
    prepare: async (page) => {
      await page.locator('.dv__tile').first().waitFor();
    },
  },
  {
    name: 'parameter matrix with edits and a standard set',
    address: '/devices/matrix',
    prepare: async (page) => {
      await proposeStandard(page);
      await page.locator('.mx__cell').first().waitFor();
      await page.getByRole('grid').focus();
      await page.keyboard.type('61');
      await page.keyboard.press('Enter');
      await page.locator('.mx__actions .field__error').waitFor();
    },
  },
  {
    name: 'a new standard set',
    address: '/devices/matrix',
    prepare: async (page) => {
      await page.locator('.mx__cell').first().waitFor();
      await page.locator('.mx__against .button').first().click();
      await page.locator('.mx__want .field').first().waitFor();
    },
  },
  {
    name: 'audit with an entry open',
    address: '/audit?action=session',
    prepare: async (page) => {
      await page.locator('.audit__lines [data-row]').first().click();
      await page.locator('.audit__detail').waitFor();
    },
  },
  {
    name: 'sensor messages with one open',
    address: '/devices/messages?kind=data',
    prepare: async (page) => {
      await page.locator('.messages__rows [data-message]').first().click();
      await page.locator('.messages__metrics').waitFor();
    },
  },
  { name: 'data sources', address: '/devices/sources' },
  {
    name: 'the mapping of a source that has no sample yet',
    address: '/devices/source-mapping/1',
    prepare: async (page) => openMapping(page),
  },
  {
    name: 'listeners with one chosen',
    address: '/listeners',
    prepare: async (page) => {
      await page.locator('.listeners__table [data-row]').first().click();
      await page.locator('.listeners__limits').waitFor();
    },
  },
  {
    name: 'processes with their work and RTUs',
    address: '/processes',
    prepare: async (page) => page.locator('.processes__work [data-row]').first().waitFor(),
  },
  { name: 'sirens and approvals', address: '/safety' },
  { name: 'kinds of a company', address: '/devices/kinds' },
  { name: 'a new kind', address: '/devices/kinds?id=new' },
  { name: 'change password', address: '/rest/user/passlist' },
  { name: 'shortcuts', address: '/shortcuts' },
  { name: 'an unknown address', address: '/404' },
];
