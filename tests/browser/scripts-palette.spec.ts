/** Scripts, runs and plans by the palette alone: found in three languages, asked for page by page, steered from anywhere. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(16, 1);
  const { db } = product.running.storage;
  await expect
    .poll(async () => (await db.selectFrom('parameters').select('rtu_id').execute()).length, {
      timeout: 30_000,
    })
    .toBeGreaterThan(4);
});
test.afterAll(async () => {
  await product.stop();
});

const palette = (page: Page) => page.locator('dialog.palette');
const options = (page: Page) => palette(page).getByRole('option');
async function type(page: Page, text: string): Promise<void> {
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.type(text);
}
const tokenOf = async (page: Page): Promise<string> =>
  (await page.context().cookies()).find(({ name }) => name.endsWith('-token'))?.value ?? '';
let proposed = 0;
/** A draft for devices that are awake and devices that are not; answers its title, which no other has. */
async function propose(page: Page): Promise<string> {
  const token = await tokenOf(page);
  proposed += 1;
  const title = `Battery ${Date.now()}`;
  const rtus = await product.running.storage.db
    .selectFrom('rtus')
    .select('id')
    .orderBy('id')
    .limit(6)
    .execute();
  const items = rtus.map(({ id }) => ({
    target: { rtuId: id, slot: null },
    group: 'rtu',
    // Another one each time: what the devices have already leaves the plan.
    edits: { lowBattery: 11.2 + proposed / 10 },
  }));
  const data = { title, surface: 'script', items };
  await page
    .context()
    .request.post(`${product.address}/rest/plans`, { headers: { authorization: token }, data });
  return title;
}
/** Runs the script of the library to its end. */
async function runLibrary(page: Page): Promise<void> {
  const { request } = page.context();
  const headers = { authorization: await tokenOf(page) };
  const name = 'library-unify-send-cycles';
  const [project] = await product.running.storage.db.selectFrom('projects').select('code').execute();
  const script = readFileSync(new URL('../../scripts/unify-send-cycles.ts', import.meta.url), 'utf8');
  const data = {
    script,
    args: { scope: project?.code, sendCycle: 3600, fresh: false },
    title: 'Unify send cycles',
    source: { script: name, version: null },
  };
  const started = await request.post(`${product.address}/rest/workflows/runs`, { headers, data });
  const { run } = ((await started.json()) as { data: { run: { id: string } } }).data;
  await expect
    .poll(
      async () => {
        const reply = await request.get(`${product.address}/rest/workflows/runs/${run.id}`, { headers });
        return ((await reply.json()) as { data: { run: { state: string } } }).data.run.state;
      },
      { timeout: 30_000 },
    )
    .toBe('done');
}
const beside = (page: Page) => page.locator('.scripts__beside');

for (const [language, typed, title] of [
  ['zh-chs', 'tys', '统一上报周期'],
  ['en', 'uni', 'Unify send cycles'],
  ['ja', 'sou', '送信周期をそろえる'],
] as const)
  test(`three letters find a script in ${language}`, async ({ page }) => {
    await enter(page, product, { language });
    await visit(page, product, '/index');
    await type(page, typed);
    await expect(options(page).filter({ hasText: title }).first()).toBeVisible();
  });

test('a script is asked for its arguments on pages, then runs to its plan', async ({ page }) => {
  test.slow();
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/index');
  await type(page, 'uni');
  await expect(options(page).first()).toContainText('Unify send cycles');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toContainText('Project (1 of 3)');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toContainText('Send cycle (2 of 3)');
  await expect(palette(page)).toContainText('60 to 64800 s.');
  await expect(palette(page)).toContainText('3600 sdefault');
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByRole('alert')).toContainText('out of its bounds');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('20m');
  await expect(palette(page)).toContainText('1200 s');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toContainText('Read from the devices first (3 of 3)');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(beside(page).getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/scripts\/library-unify-send-cycles\/[0-9A-Z]{26}$/);
  await expect(beside(page).getByRole('grid', { name: 'Sets of the plan' })).toContainText('1200');
  expect(errors).toEqual([]);
});

test('what was given last stands there the next time; Backspace goes a page back', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/index');
  await type(page, 'run a script');
  await page.keyboard.press('Enter');
  await page.keyboard.type('unify');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toContainText('Send cycle (2 of 3)');
  await page.keyboard.press('Backspace');
  await expect(palette(page)).toContainText('Project (1 of 3)');
});

for (const [how, put] of [
  [
    'typed',
    async (page: Page) => {
      await page.keyboard.type('unifx');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('y');
    },
  ],
  ['pasted', (page: Page) => page.keyboard.insertText('unify')],
  ['put in the place of what stands there', (page: Page) => palette(page).locator('input').fill('unify')],
] as const)
  test(`O3: what is ${how} before the palette knows its words is kept, Enters included`, async ({ page }) => {
    await enter(page, product);
    const arrived: Array<() => void> = [];
    let isHeld = true;
    // A language's words that are late: nothing can be matched before them.
    await page.route(/\/assets\/ja-[^/]*\.js/, async (route) => {
      if (isHeld) await new Promise<void>((resolve) => arrived.push(resolve));
      await route.continue();
    });
    await visit(page, product, '/index');
    await type(page, 'run a script');
    await page.keyboard.press('Enter');
    await put(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(palette(page).getByRole('status')).toBeVisible();
    await expect(palette(page).locator('input')).toHaveValue('run a script');
    isHeld = false;
    for (const go of arrived) go();
    await expect(palette(page)).toContainText('Send cycle (2 of 3)');
  });

test('O3: what is typed while the palette is on its way goes into its box, and runs no shortcut', async ({
  page,
}) => {
  await enter(page, product);
  const arrived: Array<() => void> = [];
  let isHeld = true;
  await page.route(/\/assets\/Palette-[^/]*\.js/, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => arrived.push(resolve));
    await route.continue();
  });
  await visit(page, product, '/index');
  await page.keyboard.press('s');
  // With `g d` in it, which opens another page where no palette was asked for.
  await page.keyboard.type('gd');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('run a script');
  await page.keyboard.press('Enter');
  await page.keyboard.type('unify');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  isHeld = false;
  for (const go of arrived) go();
  await expect(palette(page)).toContainText('Project (1 of 3)');
  await expect(page).toHaveURL(/\/index$/);
});

test('a plan is opened, approved, paused and resumed from another page', async ({ page }) => {
  test.slow();
  await enter(page, product);
  await visit(page, product, '/log');
  const title = await propose(page);
  await type(page, 'approve');
  await page.keyboard.press('Enter');
  await page.keyboard.type(title);
  await expect(options(page)).toHaveCount(1);
  await expect(options(page).first()).toContainText(title);
  await expect(options(page).first()).toContainText('Draft');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Password').fill(accounts.maintainer.password);
  await page.keyboard.press('Enter');
  await expect(page.locator('.plans__head').getByRole('status')).not.toHaveText('Draft', { timeout: 20_000 });
  await visit(page, product, '/log');
  await type(page, 'pause the plan');
  await page.keyboard.press('Enter');
  await page.keyboard.type(title);
  await expect(options(page)).toHaveCount(1);
  await expect(options(page).first()).toContainText('Being applied');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await visit(page, product, '/log');
  await type(page, 'open a plan');
  await page.keyboard.press('Enter');
  await page.keyboard.type(title);
  await expect(options(page)).toHaveCount(1);
  await expect(options(page).first()).toContainText('Paused');
  await page.keyboard.press('Enter');
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Paused');
  // The plan on screen is the one that is meant.
  await type(page, 'resume the plan');
  await page.keyboard.press('Enter');
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Being applied');
  await type(page, 'cancel the rest of the plan');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Cancel the rest/ })
    .click();
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Rest cancelled');
  await type(page, 'again passed');
  await page.keyboard.press('Enter');
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Draft');
});

test('a run is opened from another page, with the script that it came from', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, '/log');
  await runLibrary(page);
  await type(page, 'open a run');
  await page.keyboard.press('Enter');
  await expect(options(page).first()).toContainText('Done');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/scripts\/library-unify-send-cycles\/[0-9A-Z]{26}$/);
  await type(page, 'pause the run');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette(page)).toContainText('No run can take this now');
});
