/** A script on the real product: written with completion, checked, run to a plan beside it, kept in versions. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { read, utils } from 'xlsx';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { rtusThat } from '../support/fleet/product-rtus.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

// The last one takes up what the first has run.
test.describe.configure({ mode: 'serial' });
let product: Product;
test.beforeAll(async () => {
  product = await startProduct(16, 1);
  await rtusThat(product, 4, ({ connected }) => connected);
});
test.afterAll(async () => {
  await product.stop();
});

const editor = (page: Page) => page.locator('.monaco-editor').first();
/** Puts a text in place of what the editor holds; its brackets are not closed by it. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}
const beside = (page: Page) => page.locator('.scripts__beside');
const log = (page: Page) => page.getByRole('log', { name: 'Log' });

const lowBattery = (volts: number) => `import { fleet, log, plan, table } from 'groundwatch';

const stations = await fleet.stations();
const rows = [];
for (const one of await fleet.reported(stations, 'rtu')) {
  if (!one.ok) continue;
  log(\`\${one.station.code}: \${one.values.lowBattery} V\`);
  rows.push({ station: one.station.code, volts: one.values.lowBattery });
  plan.set(one.station, 'rtu', { lowBattery: ${volts} });
}
table(rows);
plan.title('Low battery ${volts} V');
`;

test('a script is written with completion, its type error is shown, and it runs to a plan', async ({
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/scripts');
  await expect(editor(page)).toBeVisible({ timeout: 30_000 });

  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('plan.');
  const proposal = page.locator('.suggest-widget .monaco-list-row', { hasText: 'rollout' });
  await expect(proposal).toBeVisible({ timeout: 30_000 });
  await proposal.click();
  await expect(page.locator('.view-lines')).toContainText('plan.rollout');

  await write(page, lowBattery(11.2).replace('lowBattery: 11.2', "lowBattery: '11.2'"));
  const reported = page.getByRole('button', { name: /1 error/ });
  await expect(reported).toBeVisible({ timeout: 30_000 });
  await reported.click();
  const problem = page.getByRole('button', { name: /not assignable to type 'number'/ });
  await problem.click();
  await expect(editor(page).locator('textarea, .native-edit-context').first()).toBeFocused();

  await write(page, lowBattery(11.2));
  await expect(page.getByRole('button', { name: '0 errors, 0 hints' })).toBeVisible({ timeout: 30_000 });
  await editor(page).click();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/scripts\/new\/[0-9A-Z]{26}$/, { timeout: 30_000 });
  await expect(beside(page).getByText('Done')).toBeVisible({ timeout: 30_000 });
  await expect(beside(page).getByRole('heading', { name: 'Low battery 11.2 V' })).toBeVisible();
  await expect(beside(page).getByRole('grid', { name: 'Sets of the plan' })).toContainText('11.2 V');
  await expect(log(page)).toContainText('11.5 V');
  await expect(log(page)).toContainText('started by maintainer');
  await expect(page.locator('.view-lines')).toContainText('fleet.stations()');

  await page.getByRole('button', { name: 'Tables 1' }).click();
  const table = beside(page).getByRole('grid', { name: 'Table 1' });
  await expect(table).toContainText('11.5');
  await table.getByRole('columnheader', { name: 'station' }).click();
  await expect(table.getByRole('columnheader', { name: 'station' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  await page.getByRole('searchbox', { name: 'Filter' }).last().fill('started');
  await expect(log(page)).not.toContainText('11.5 V');

  // The run lives on the server: the page opened anew shows it again.
  const address = new URL(page.url()).pathname;
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(beside(page).getByRole('heading', { name: 'Low battery 11.2 V' })).toBeVisible({
    timeout: 30_000,
  });
  expect(new URL(page.url()).pathname).toBe(address);
  expect(errors).toEqual([]);
});

test('a result table is drawn, filtered and saved as Excel', async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/scripts');
  await expect(editor(page)).toBeVisible({ timeout: 30_000 });
  await write(
    page,
    `import { table } from 'groundwatch';
const rows = [{ station: 'S-1', rate: 4 }, { station: 'S-2', rate: -2 }, { station: 'T-1', rate: 1 }];
table(rows, { rate: { en: 'Rate (mm/d)' } }, { as: 'bars', x: 'station', y: 'rate' });
`,
  );
  await editor(page).click();
  await page.keyboard.press('Control+Enter');
  await expect(beside(page).getByText('Done')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Tables 1' }).click();
  const chart = beside(page).getByRole('img', { name: 'Chart of Table 1: Rate (mm/d)' });
  await expect(chart).toBeVisible();
  const picture = () => chart.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await picture();
  await beside(page).getByRole('searchbox', { name: 'Filter' }).fill('S-');
  await expect(beside(page).getByRole('grid', { name: 'Table 1' })).not.toContainText('T-1');
  await expect.poll(picture).not.toBe(before);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the result table as Excel' }).click(),
  ]);
  const book = read(readFileSync(await file.path()), { type: 'buffer' });
  expect(utils.sheet_to_json(book.Sheets['table'] ?? {}, { header: 1 })).toEqual([
    ['station', 'Rate (mm/d)'],
    ['S-1', 4],
    ['S-2', -2],
  ]);
  expect(errors).toEqual([]);
});

test('O3: completion shows its words, and opens within quotes', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/scripts');
  await expect(editor(page)).toBeVisible({ timeout: 30_000 });
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('plan.');
  const offered = page.locator('.suggest-widget .monaco-list-row');
  const word = offered.filter({ hasText: 'rollout' }).locator('.label-name');
  await expect(word).toBeVisible({ timeout: 30_000 });
  // In sight, not only in the page: what lies at its middle is the word itself.
  const isSeen = await word.evaluate((label) => {
    const { left, top, width, height } = label.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return (
      seen !== null && (label.contains(seen) || seen.contains(label)) && seen.closest('.label-name') !== null
    );
  });
  expect(isSeen).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(";\nawait fleet.stations({ kind: '");
  await expect(offered.filter({ hasText: 'crackRs485' })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.type('rt300');
  await expect(offered.first()).toContainText('rt3000');
  await expect(offered.filter({ hasText: 'crackRs485' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  // Whether the editor has closed the quote itself depends on how far it has read the text above.
  await expect(page.locator('.view-lines')).toContainText("kind: 'rt3000");
  expect(errors).toEqual([]);
});

test('O3: a script with errors of its types asks before it runs; what ran is shown with its arguments', async ({
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, product);
  await visit(page, product, '/scripts');
  await expect(editor(page)).toBeVisible({ timeout: 30_000 });
  const withArgument = (word: string) => `import { args, log } from 'groundwatch';

const { times } = args({ times: { type: 'number', min: 1, max: 9, default: 2 } });
const count: number = ${word};
log(\`\${count} \${times}\`);
`;
  await write(page, withArgument("'three'"));
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: /1 type error\. Run it all the same/ });
  await expect(question).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/scripts\/new$|\/scripts$/);
  await page.getByRole('button', { name: /Run to plan/ }).click();
  await question.getByRole('button', { name: 'Run all the same' }).click();
  await beside(page).getByRole('textbox', { name: /times/ }).fill('7');
  await beside(page)
    .getByRole('button', { name: /Run|Start/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/scripts\/new\/[0-9A-Z]{26}$/, { timeout: 30_000 });
  await expect(log(page)).toContainText('three 7', { timeout: 30_000 });

  // Mended, it asks no more; what ran before stands there as it was.
  const mended = withArgument('3');
  await write(page, mended);
  await page.getByRole('button', { name: 'As it ran' }).click();
  await expect(beside(page).getByRole('region', { name: 'Script text of the run' })).toContainText(
    "count: number = 'three'",
  );
  await expect(beside(page).locator('.scripts__args')).toContainText('times');
  await expect(beside(page).locator('.scripts__args')).toContainText('7');
  await beside(page).getByRole('button', { name: 'Take this text' }).click();
  await expect(page.locator('.view-lines')).toContainText("'three'");
  await expect(beside(page)).toContainText('The same text as in the editor');
});

test('two versions are kept, compared and taken back; what was not saved is asked about', async ({
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, product);
  await visit(page, product, '/scripts/new');
  await expect(editor(page)).toBeVisible({ timeout: 30_000 });
  await write(page, lowBattery(11.3));
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Keep as a script of your own' });
  await dialog.getByLabel('Name').fill('low battery');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/scripts\/[0-9A-Z]{26}$/);
  await expect(page.getByText(/^v1, saved/)).toBeVisible();

  await write(page, lowBattery(11.4));
  await expect(page.getByText('edited', { exact: true })).toBeVisible();
  // A change of language keeps what was typed.
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^v2, saved/)).toBeVisible();
  await expect(page.getByText('edited', { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = beside(page).getByRole('grid', { name: 'Versions' });
  await expect(versions.getByRole('row')).toHaveCount(3);
  await versions.getByRole('row').filter({ hasText: 'v1' }).click();
  await expect(page.locator('.monaco-diff-editor')).toContainText('11.3', { timeout: 30_000 });
  await expect(page.locator('.monaco-diff-editor')).toContainText('11.4');
  await page.getByRole('button', { name: 'Take this version' }).click();
  await expect(page.locator('.view-lines').first()).toContainText('11.3', { timeout: 30_000 });
  await expect(page.getByText('edited', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /Close/ }).first().click();
  const asked = page.getByRole('dialog', { name: /Edits of scripts were not saved/ });
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.view-lines').first()).toContainText('11.3');
});

test('arguments are asked for with their bounds, and remembered; a run is started again', async ({
  page,
}) => {
  test.slow();
  await enter(page, product);
  await visit(page, product, '/scripts/library-unify-send-cycles');
  await expect(editor(page)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: /Run to plan/ }).click();
  const form = page.locator('.scripts__arguments');
  await expect(form.getByText('60 to 64800 s.')).toBeVisible({ timeout: 15_000 });
  await form.getByLabel('Send cycle (s)').fill('30');
  await form.getByRole('button', { name: 'Run' }).click();
  await expect(form.getByRole('alert').first()).toBeVisible();
  const project = form.getByLabel('Project');
  await project.selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Run' }).click();
  await expect(form.getByRole('alert').first()).toContainText('out of its bounds');
  await form.getByLabel('Send cycle (s)').fill('1200');
  await page.keyboard.press('Control+Enter');
  await expect(beside(page).getByText('Done')).toBeVisible({ timeout: 30_000 });
  const first = page.url();
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect.poll(() => page.url()).not.toBe(first);
  await expect(beside(page).getByText('Done')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: /Run to plan/ }).click();
  await expect(form.getByLabel('Send cycle (s)')).toHaveValue('1200');

  await page.getByRole('button', { name: 'All runs' }).click();
  const runs = beside(page).getByRole('grid', { name: 'All runs' });
  await expect(runs.getByRole('row').filter({ hasText: 'Unify send cycles' })).toHaveCount(2);
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Failed' });
  await expect(beside(page).getByText('No runs yet')).toBeVisible();
});

test('a phone reads the script and runs it; nothing overflows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, product);
  await visit(page, product, '/scripts/library-unify-send-cycles');
  await expect(page.getByRole('region', { name: 'Text of the script' }).last()).toContainText('groundwatch');
  await expect(page.locator('.monaco-editor')).toHaveCount(0);
  await page.getByRole('button', { name: /Run to plan/ }).click();
  await expect(page.locator('.scripts__arguments')).toBeVisible({ timeout: 15_000 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});

test('the report of a plan comes back as a plan of what did not land', async ({ page }) => {
  test.slow();
  await enter(page, product);
  await visit(page, product, '/scripts');
  await page.getByRole('button', { name: 'All runs' }).click();
  await beside(page).getByRole('row').filter({ hasText: 'Untitled script' }).last().click();
  await expect(beside(page).getByRole('heading', { name: 'Low battery 11.2 V' })).toBeVisible({
    timeout: 30_000,
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report .xlsx' }).click(),
  ]);
  const path = await download.path();
  await page.locator('.scripts input[type=file][accept=".xlsx"]').setInputFiles({
    name: 'report.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('no workbook'),
  });
  const dialog = page.getByRole('dialog', { name: 'Retry from a report' });
  await expect(dialog.getByRole('alert')).toContainText('no .xlsx workbook');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.scripts input[type=file][accept=".xlsx"]').setInputFiles(path);
  await expect(dialog).toContainText(/\d+ rows? can be retried, 0 left out/);
  await dialog.getByRole('button', { name: 'Make a plan' }).click();
  await expect(beside(page).getByRole('heading', { name: 'Retry: Low battery 11.2 V' })).toBeVisible();
  await beside(page).getByRole('button', { name: 'Approve…' }).click();
  await expect(page.getByRole('dialog').getByLabel('Password')).toBeVisible();
  expect(accounts.maintainer.password).not.toBe('');
});
