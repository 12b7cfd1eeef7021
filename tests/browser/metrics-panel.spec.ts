/** R7 in the console: metrics that an RTU names otherwise are mapped and unmapped, by hand and by keys, in three languages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { DataType } from '../../src/protocol/datatype.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { bdSeq, connectNode, type Node } from '../server/gateway/gateway-fixture.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { paletteOn } from '../support/console/palette.ts';
import { accounts, type Product } from '../support/product.ts';
import { writeSmallSite } from '../support/small-site.ts';
import { buildIfStale } from '../support/tools/build-if-stale.ts';

let product: Product;
let node: Node;

/** One RTU with a tilt sensor in slot 0 and an array of nodes in slot 1. */
test.beforeAll(async () => {
  buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'groundwatch-metrics-'));
  const storage = await openStorage({ dataDir: folder });
  const credential = (await writeSmallSite(storage, 1)).get('GW1') ?? '';
  await storage.write((db) =>
    db
      .insertInto('sensors')
      .values({ rtu_id: 1, slot: 1, kind: 2, name: null, install_state: 1, mount_mode: 0, mount_azimuth: 0 })
      .execute(),
  );
  await createUser(storage, { ...accounts.operator, companyId: null, roleId: 1, language: 'en' });
  const settings = readSettings({ PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const running = await startServer(settings, { storage });
  product = {
    ...{ running, address: running.address, folder, staysAwake: new Set<string>() },
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  node = await connectNode(running.mqttPort ?? 0, 'GW1', credential);
  const timestamp = Date.now();
  const theirs = ['Incl X', 'Incl Y', 'Node 2 A'].map((name, index) => ({
    ...{ name, datatype: DataType.Float, value: index + 0.5 },
  }));
  await node.send('NBIRTH', { timestamp, metrics: [bdSeq(1n)] });
  await node.send('DBIRTH', { timestamp, metrics: theirs }, 'Array');
});
test.afterAll(async () => {
  node?.cut();
  await product?.stop();
});

const open = async (page: Page, language: 'zh-chs' | 'en' | 'ja' = 'en') => {
  await enter(page, product, { account: 'operator', language });
  await visit(page, product, '/devices/tree?at=station:1');
};
const panel = (page: Page, title: string) => page.locator('.panel').filter({ hasText: title });
const aliases = () =>
  product.running.storage.db.selectFrom('metric_aliases').selectAll().orderBy('metric').execute();

/** Goes down the list of a select that has the focus, from its top, until it has the value. */
async function choose(page: Page, select: Locator, value: string): Promise<void> {
  await page.keyboard.press('Home');
  for (let steps = 0; steps < 20 && (await select.inputValue()) !== value; steps++)
    await page.keyboard.press('ArrowDown');
  await expect(select).toHaveValue(value);
}

test('R7 a metric is mapped to a channel, another to a node of an array, and unmapped', async ({ page }) => {
  const errors = watchErrors(page);
  await open(page);
  const own = panel(page, en['sites.metrics']);
  const row = (name: string) => own.getByRole('row').filter({ hasText: `Array / ${name}` });
  await expect(row('Incl X')).toContainText(en['sites.metrics.unmapped']);
  await expect(row('Node 2 A')).toContainText('2.5');
  const form = own.getByRole('form', { name: en['sites.metrics.map'] });
  const send = form.getByRole('button', { name: en['sites.metrics.map'] });
  // A slot with a sensor of one place asks for no node.
  await form.getByLabel(en['sites.metrics.theirs']).selectOption({ label: 'Array / Incl X' });
  await expect(form.getByLabel(en['table.element'])).toHaveCount(0);
  await form.getByLabel(en['sites.metrics.scale']).fill('0');
  await form.getByLabel(en['sites.metrics.ours']).selectOption('x');
  await send.click();
  await expect(form.getByRole('alert')).toContainText(en['sites.metric.scale']);
  await form.getByLabel(en['sites.metrics.unit']).fill('rad');
  await form.getByLabel(en['sites.metrics.scale']).fill('0.5');
  await send.click();
  await expect(row('Incl X')).toContainText('0 · x × 0.5 rad');

  await form.getByLabel(en['sites.metrics.theirs']).selectOption({ label: 'Array / Node 2 A' });
  await form.getByLabel(en['sites.sensor.slot']).selectOption('1');
  await form.getByLabel(en['table.element']).fill('two');
  await send.click();
  await expect(form.getByRole('alert')).toContainText('1–128');
  await form.getByLabel(en['table.element']).fill('2');
  await form.getByLabel(en['sites.metrics.ours']).selectOption('cumulativeA');
  await form.getByLabel(en['sites.metrics.unit']).fill('cm');
  await send.click();
  await expect(row('Node 2 A')).toContainText('1 · Node 2 · cumulativeA × 1 cm');
  expect(await aliases()).toMatchObject([
    { metric: 'Incl X', slot: 0, element: 0, channel: 'x', unit: 'rad', scale: 0.5 },
    { metric: 'Node 2 A', slot: 1, element: 2, channel: 'cumulativeA', unit: 'cm', scale: 1 },
  ]);

  // By keys alone: the button of its row.
  const unmap = row('Incl X').getByRole('button', { name: en['sites.metrics.unmap'] });
  await unmap.focus();
  await page.keyboard.press('Enter');
  await expect(row('Incl X')).toContainText(en['sites.metrics.unmapped']);
  expect(await aliases()).toMatchObject([{ metric: 'Node 2 A' }]);
  expect(errors).toEqual([]);
});

test('R7 by keys: a metric is mapped from field to field, and unmapped from the palette', async ({
  page,
}) => {
  await open(page);
  const own = panel(page, en['sites.metrics']);
  const row = own.getByRole('row').filter({ hasText: 'Array / Incl Y' });
  const form = own.getByRole('form', { name: en['sites.metrics.map'] });
  const theirs = form.getByLabel(en['sites.metrics.theirs']);
  await theirs.focus();
  await choose(page, theirs, JSON.stringify(['Array', 'Incl Y']));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const ours = form.getByLabel(en['sites.metrics.ours']);
  await expect(ours).toBeFocused();
  await choose(page, ours, 'y');
  await page.keyboard.press('Tab');
  await page.keyboard.type('mrad');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('0 · y × 1 mrad');
  const palette = paletteOn(page);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await palette.open();
  await page.keyboard.type(en['command.sites.unmapMetric']);
  await expect(palette.chosen.locator('.palette__title > .ellipsis')).toHaveText(
    en['command.sites.unmapMetric'],
  );
  await page.keyboard.press('Enter');
  await page.keyboard.type('Incl Y');
  await expect(palette.chosen).toContainText('Array / Incl Y');
  await page.keyboard.press('Enter');
  await expect(row).toContainText(en['sites.metrics.unmapped']);
});

for (const [language, words] of [
  ['zh-chs', zh],
  ['en', en],
  ['ja', ja],
] as const) {
  test(`R7 the panel has its words in ${language}`, async ({ page }) => {
    await open(page, language);
    const own = panel(page, words['sites.metrics']);
    const form = own.getByRole('form', { name: words['sites.metrics.map'] });
    await form.getByLabel(words['sites.sensor.slot']).selectOption('1');
    for (const id of [
      'sites.metrics.text',
      'sites.metrics.theirs',
      'sites.metrics.value',
      'sites.metrics.ours',
      'sites.metrics.unmapped',
      'sites.metrics.unitHint',
      'sites.metrics.scaleHint',
      'table.element',
    ] as const)
      await expect(own).toContainText(words[id]);
    await expect(own).toContainText(words['sites.metrics.elementHint'].replace('{most}', '128'));
  });
}

test('R7 after a restart of the server the panel shows what the RTU reported before', async ({ page }) => {
  node.cut();
  await product.running.stop();
  const settings = readSettings({
    ...{ PORT: '0', MQTT_PORT: '0', DATA_DIR: product.folder, LOG_LEVEL: 'silent' },
  });
  const running = await startServer(settings, { storage: await openStorage({ dataDir: product.folder }) });
  const { folder } = product;
  product = {
    ...{ running, address: running.address, folder, staysAwake: new Set<string>() },
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await open(page);
  const own = panel(page, en['sites.metrics']);
  await expect(own.getByRole('row').filter({ hasText: 'Array / Incl X' })).toContainText('0.5');
  await expect(own.getByRole('row').filter({ hasText: 'Array / Node 2 A' })).toContainText('2.5');
});
