/** Alarm rules as files on the real product: written by one console, read by another, and what is no rule refused in words. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import type { Definition } from '../../src/domain/alarms/definition.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let token = '';
let companyId = 0;
let siren = 0;
let ruleId = 0;

/** Two levels, a condition of two parts, limits of one sensor's own, and a siren. */
const definitionOf = (stationId: number, sensorId: number): Definition => ({
  of: 'sensor',
  enabled: true,
  terms: [
    { quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } },
    { quantity: 'change', args: { window: 60 }, source: { row: 'tilt', channel: 'x' } },
  ],
  ladder: [
    {
      level: 'yellow',
      condition: { type: 'limit', term: 0, side: 'above', either: true, limit: 20, release: 18 },
      hold: { readings: 2 },
      releaseHold: { minutes: 30 },
    },
    {
      level: 'red',
      condition: {
        type: 'and',
        of: [
          { type: 'limit', term: 0, side: 'above', either: true, limit: 40, release: 36 },
          { type: 'not', of: { type: 'limit', term: 1, side: 'below', limit: 0.5 } },
        ],
      },
      hold: { readings: 1 },
      releaseHold: { readings: 1 },
      card: 'Close the road below',
    },
  ],
  patience: 180,
  blindLevel: 'blue',
  scope: { projects: [], kinds: [4], stations: [stationId], except: [], mounts: [], labels: [] },
  overrides: [{ targetId: sensorId, limits: [{ level: 'yellow', at: 0, limit: 25, release: 22 }] }],
  sirens: [siren],
});

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(product.address + path, {
    method,
    headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data, status, msg } = (await response.json()) as { data: T; status: number; msg: string };
  if (status !== 200) throw new Error(`${path}: ${status} ${msg}`);
  return data;
}

interface Rule {
  readonly id: number;
  readonly name: string;
  readonly definition: Definition;
}
const rulesOf = async () => (await call<{ rules: Rule[] }>('GET', '/rest/alarm-rules')).rules;

test.beforeAll(async () => {
  product = await startProduct(9, 1, { start: async () => ({ devices: [], async stop() {} }) });
  const { accountName, password } = accounts.maintainer;
  token = (await call<{ loginToken: string }>('POST', '/login', { accountName, password })).loginToken;
  const { board, storage } = product.running;
  companyId = board.projects({ companyId: null })[0]?.companyId ?? 0;
  const site = board.sites({ companyId }).find(({ sensors }) => sensors.some(({ kind }) => kind === 4));
  const tilt = site?.sensors.find(({ kind }) => kind === 4);
  if (site === undefined || site.rtu === null || tilt === undefined) throw new Error('no tilt sensor');
  const horn = { rtu_id: site.rtu.id, slot: 9, kind: 10, name: null, install_state: 1, mount_mode: 0 };
  siren = await storage.write(
    async (db) =>
      (
        await db
          .insertInto('sensors')
          .values({ ...horn, mount_azimuth: 0 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  );
  await board.load();
  const body = { name: 'Slide above the road', companyId, reason: 'of a test' };
  const { rule } = await call<{ rule: Rule }>('POST', '/rest/alarm-rules', {
    ...body,
    definition: definitionOf(site.station.id, tilt.id),
  });
  ruleId = rule.id;
});
test.afterAll(async () => {
  await product.stop();
});

/** Saves the rule on screen as a file. */
async function exported(page: Page): Promise<{ readonly name: string; readonly content: string }> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export the rule as a JSON file' }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), content: await readFile(await download.path(), 'utf8') };
}

/** Opens a file by the menu of the list, as a user does. */
async function importFile(page: Page, content: string, name = 'rule.json'): Promise<void> {
  await page.getByRole('button', { name: 'New alarm rule' }).click();
  const asking = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'From a file…' }).click();
  const chooser = await asking;
  await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
}

test('a rule that was exported is the same when it is imported, with its sirens', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, `/alarms/rules?rule=${ruleId}`);
  const file = await exported(page);
  expect(file.name).toMatch(/^Slide.above.the.road\.json$/);
  const [first] = await rulesOf();
  expect(JSON.parse(file.content)).toEqual({
    type: 'groundwatch-alarm-rule',
    name: 'Slide above the road',
    definition: first?.definition,
  });

  // Another console reads it: as a rule of its own, that nothing has been saved of.
  const other = await browser.newPage();
  await enter(other, product);
  await visit(other, product, '/alarms/rules');
  await importFile(other, file.content);
  const editor = other.getByRole('region', { name: 'Slide above the road' });
  await expect(editor.getByText('New rule').first()).toBeVisible();
  await expect(editor.getByLabel('Limit of Yellow', { exact: true })).toHaveValue('20');
  const company = editor.getByLabel('Company');
  if ((await company.count()) > 0) await company.selectOption(String(companyId));
  await expect(editor.getByText('Sirens that red prepares')).toBeVisible();
  expect(await rulesOf()).toHaveLength(1);
  await editor.getByLabel('Name of the rule').fill('Slide, second');
  await other.getByLabel('Reason').fill('From a file');
  await other.keyboard.press('Control+Enter');
  await expect(other).toHaveURL(/rule=\d+/);
  const rules = await rulesOf();
  expect(rules.map(({ name }) => name).sort()).toEqual(['Slide above the road', 'Slide, second']);
  const second = rules.find(({ name }) => name === 'Slide, second');
  expect(second?.definition).toEqual(first?.definition);
  expect(second?.definition.sirens).toEqual([siren]);

  // A rule that was begun is not dropped without a question.
  await other.getByRole('button', { name: 'New alarm rule' }).click();
  await other.getByRole('menuitem', { name: /^RTU battery is low/ }).click();
  await importFile(other, file.content);
  const question = other.getByRole('dialog');
  await expect(question).toContainText('A new rule is not saved yet');
  await other.keyboard.press('Escape');
  await expect(other.getByRole('region', { name: 'RTU battery is low' })).toBeVisible();
  await importFile(other, file.content);
  await question.getByRole('button', { name: 'Drop it' }).click();
  await expect(other.getByRole('region', { name: 'Slide above the road' })).toBeVisible();
  await other.close();
  expect(errors).toEqual([]);
});

test('a file that is no rule is refused in words, by the field; a siren of somewhere else is named as it is saved', async ({
  page,
}) => {
  await enter(page, product);
  await visit(page, product, '/alarms/rules');
  const refused = page.getByRole('dialog', { name: 'The file cannot be read as a rule' });
  const given = (await rulesOf()).find(({ id }) => id === ruleId);
  if (given === undefined) throw new Error('the rule is gone');
  const file = { type: 'groundwatch-alarm-rule', name: given.name, definition: given.definition };
  const { ladder, sirens: _, ...rest } = given.definition;
  for (const [content, words] of [
    ['{"type": "groundwatch', 'It is no JSON'],
    [JSON.stringify({ ...file, type: 'something else' }), 'type is none of the allowed values'],
    [JSON.stringify({ ...file, definition: rest }), 'definition.ladder is missing'],
    [JSON.stringify({ ...file, definition: { ...rest, ladder, sirens: ['left'] } }), 'definition.sirens[0]'],
    [JSON.stringify({ ...file, owner: 'somebody' }), 'owner is no field of a rule'],
  ] as const) {
    await importFile(page, content);
    await expect(refused).toContainText(words);
    await page.keyboard.press('Escape');
    await expect(refused).toHaveCount(0);
  }
  await expect(page.getByText('not saved')).toHaveCount(0);

  await importFile(
    page,
    JSON.stringify({ ...file, definition: { ...given.definition, sirens: [siren, 987_654] } }),
  );
  const editor = page.getByRole('region', { name: given.name });
  const company = editor.getByLabel('Company');
  if ((await company.count()) > 0) await company.selectOption(String(companyId));
  await page.getByLabel('Reason').fill('From another server');
  await page.keyboard.press('Control+Enter');
  await expect(editor.getByRole('alert')).toContainText('987654');
  // What is not there is taken out by hand, and the rest is saved.
  await editor.getByRole('button', { name: /987654/ }).click();
  await editor.getByLabel('Name of the rule').fill('Slide, third');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/rule=\d+/);
  const third = (await rulesOf()).find(({ name }) => name === 'Slide, third');
  expect(third?.definition).toEqual(given.definition);
});
