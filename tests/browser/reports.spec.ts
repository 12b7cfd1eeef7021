/** Reports on the real product: a template of one's own is made, mended and used, and the report is read and signed. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { createUser } from '../../src/server/accounts/users.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(4, 8);
});
test.afterAll(async () => {
  await product.stop();
});

const dialog = (page: Page) => page.getByRole('dialog');
const chosen = (page: Page) => page.getByRole('combobox', { name: en['reports.template'], exact: true });
const tool = (page: Page, command: 'copyTemplate' | 'editTemplate' | 'deleteTemplate' | 'templateLogo') =>
  page.getByRole('button', { name: en[`command.reports.${command}`] });
const sections = (page: Page) => page.locator('.tsection');
const names = (page: Page) => sections(page).locator('b').allTextContents();
/** A red square, 2 × 2. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

test('one below the other, on a tablet: the form is there down to its button, and once it says that there is no report', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await enter(page, product);
  await visit(page, product, '/reports');
  const heading = page.getByRole('heading', { name: en['reports.none'], exact: true });
  await expect(heading).toHaveCount(1);
  const boxOf = async (what: Locator) => {
    const box = await what.boundingBox();
    if (box === null) throw new Error('not on screen');
    return box;
  };
  const button = await boxOf(page.getByRole('button', { name: en['command.reports.make'] }));
  const preview = await boxOf(page.locator('.rpreview'));
  const history = await boxOf(page.locator('.rhistory'));
  expect(button.y + button.height).toBeLessThanOrEqual(preview.y);
  expect(preview.y + preview.height).toBeLessThanOrEqual(history.y + 1);
  expect(preview.height).toBeGreaterThan(500);
});

test('a template of one’s own: made from one, refused, mended, used, changed, given a logo and deleted', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/reports');
  // What comes with the product stays as it is.
  await expect(tool(page, 'editTemplate')).toBeDisabled();
  await tool(page, 'copyTemplate').click();
  await expect(dialog(page)).toContainText(en['reports.template.new']);
  await expect(sections(page)).toHaveCount(9);

  // Without a name and with an empty text it is refused: what was done stays.
  await dialog(page).getByLabel(en['reports.template.which']).selectOption('text');
  await dialog(page).getByRole('button', { name: en['reports.template.add'] }).click();
  await dialog(page).getByRole('button', { name: 'Remove “Rain”' }).click();
  await dialog(page).getByRole('button', { name: en['reports.template.save'] }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(en['reports.template.noName']);
  await dialog(page).getByLabel(en['reports.template.name'], { exact: true }).fill('Weekly for the town');
  await dialog(page).getByRole('button', { name: en['reports.template.save'] }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Section 9 has no text');
  await sections(page).nth(8).getByLabel(en['reports.template.heading']).fill('Scope');
  await sections(page).nth(8).getByLabel(en['reports.section.text']).fill('Three slopes above the road.');
  // It goes up to the second place, by keys.
  for (let step = 0; step < 7; step++) {
    await dialog(page).getByRole('button', { name: 'Move “Scope” up' }).focus();
    await page.keyboard.press('Enter');
  }
  await sections(page).nth(0).getByLabel(en['reports.template.client']).fill('Town of Lianhua');
  await sections(page).last().getByLabel(en['reports.template.lines']).fill('Made by\n\nReleased by\n');
  const order = await names(page);
  expect([order[0], order[1], order.at(-1), order.includes('Rain')]).toEqual([
    ...['Cover', 'Scope', 'Signatures', false],
  ]);
  // A lens of its own, chosen in the section.
  await dialog(page).getByLabel(en['reports.template.which']).selectOption('lens');
  await dialog(page).getByRole('button', { name: en['reports.template.add'] }).click();
  const lens = dialog(page).getByRole('combobox', { name: en['reports.lens'] });
  await expect(lens).toHaveValue('failure');
  await lens.selectOption({ label: en['analysis.tangent.title'] });
  await dialog(page).getByRole('button', { name: en['reports.template.save'] }).click();
  await expect(dialog(page)).toHaveCount(0);

  // It is chosen, and what it is made of stands below it.
  await expect(chosen(page).locator('option:checked')).toHaveText('Weekly for the town');
  await expect(page.locator('.rsections li').nth(1)).toHaveText('Scope');
  await page.getByRole('button', { name: en['command.reports.make'] }).click();
  const preview = page.locator('.rpreview');
  await expect(preview).toContainText('Town of Lianhua', { timeout: 60_000 });
  await expect(preview).toContainText(en['analysis.tangent.title']);
  await expect(page).toHaveURL(/\/reports\/\d+$/);

  // As it is signed, by its own lines alone.
  await page.getByRole('button', { name: en['reports.sign'], exact: true }).click();
  const lines = dialog(page).getByRole('combobox').first().locator('option');
  await expect(lines).toHaveText(['Made by', 'Released by']);
  await page.keyboard.press('Escape');

  // Changed, given a logo, which can then be chosen, and deleted: the report stays.
  await tool(page, 'editTemplate').click();
  await expect(dialog(page)).toContainText('Edit template “Weekly for the town”');
  await expect(sections(page).nth(1).getByLabel(en['reports.section.text'])).toHaveValue(
    'Three slopes above the road.',
  );
  await expect(lens).toHaveValue('tangent');
  await dialog(page).getByLabel(en['reports.template.name'], { exact: true }).fill('Weekly, short');
  await dialog(page).getByRole('button', { name: en['reports.template.save'] }).click();
  await expect(chosen(page).locator('option:checked')).toHaveText('Weekly, short');
  await page
    .getByLabel(en['command.reports.templateLogo'])
    .last()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByText(en['reports.template.logoSaved'])).toBeVisible();
  await tool(page, 'editTemplate').click();
  await expect(dialog(page).getByLabel(en['reports.template.logo'], { exact: true })).toHaveValue('own');
  await page.keyboard.press('Escape');
  await tool(page, 'deleteTemplate').click();
  await dialog(page).getByRole('button', { name: en['command.reports.deleteTemplate'] }).click();
  await expect(chosen(page).locator('option')).toHaveCount(3);
  await expect(preview).toContainText('Town of Lianhua');
  expect(errors).toEqual([]);
});

test('a viewer reads reports and makes no templates', async ({ page }) => {
  const account = { accountName: 'reader', password: 'slope-of-the-reader' };
  const { storage } = product.running;
  await createUser(storage, { ...account, companyId: null, roleId: 3, language: 'en' });
  await enter(page, product, { account });
  await visit(page, product, '/reports');
  await expect(chosen(page)).toBeVisible();
  for (const command of ['copyTemplate', 'editTemplate', 'deleteTemplate', 'templateLogo'] as const)
    await expect(tool(page, command)).toHaveCount(0);
});
