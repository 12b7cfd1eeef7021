/** Remark info on the real product: created, changed and deleted with permission, sent to others, marked on the curve. */
import { expect, type Page, test } from '@playwright/test';
import { createUser } from '../../src/server/accounts/users.ts';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(4, 3);
});
test.afterAll(async () => {
  await product.stop();
});

const remarks = '/station/1/remarks';
const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
async function add(page: Page, text: string): Promise<void> {
  const form = page.getByRole('form', { name: 'New remark' });
  await form.getByLabel('Issue description').fill(text);
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(rowOf(page, text)).toBeVisible();
}

test('a remark is kept, changed and deleted; another console shows each at once', async ({
  page,
  browser,
}) => {
  const errors = watchErrors(page);
  await enter(page, product, { account: 'operator' });
  await visit(page, product, remarks);
  await expect(page.getByRole('heading', { name: 'No remarks yet' })).toBeVisible();
  const other = await browser.newPage();
  await enter(other, product);
  await visit(other, product, remarks);
  await expect(other.getByRole('heading', { name: 'No remarks yet' })).toBeVisible();

  await add(page, 'Crack 3 mm at the post');
  const sn = await product.running.storage.db
    .selectFrom('rtus')
    .select('sn')
    .where('station_id', '=', 1)
    .executeTakeFirstOrThrow();
  await expect(rowOf(page, 'Crack 3 mm')).toContainText(sn.sn);
  await expect(rowOf(page, 'Crack 3 mm')).toContainText('operator');
  await expect(rowOf(other, 'Crack 3 mm at the post')).toBeVisible();
  // Another's can be deleted by right, but never changed.
  await expect(rowOf(other, 'Crack').getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect(rowOf(other, 'Crack').getByRole('button', { name: 'Edit' })).toHaveCount(0);

  await rowOf(page, 'Crack').getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('form', { name: 'Edit' }).getByLabel('Issue description');
  await expect(field).toBeFocused();
  await field.fill('Crack 4 mm at the post');
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'Crack 4 mm')).toContainText('edited');
  await expect(rowOf(other, 'Crack 4 mm at the post')).toBeVisible();

  await rowOf(page, 'Crack').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Crack 4 mm at the post');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'Crack')).toBeVisible();
  await rowOf(page, 'Crack').getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No remarks yet' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'No remarks yet' })).toBeVisible();
  // The notice puts it back as it was.
  await page.getByText('was deleted').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Crack 4 mm')).toContainText('edited');
  await expect(rowOf(other, 'Crack 4 mm')).toContainText('operator');
  await rowOf(page, 'Crack').getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No remarks yet' })).toBeVisible();
  await other.close();
  expect(errors).toEqual([]);
});

test('what is wrong is said in words beside the field, and nothing typed is lost', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, remarks);
  const form = page.getByRole('form', { name: 'New remark' });
  const send = form.getByRole('button', { name: 'Add' });
  await expect(send).toBeDisabled();
  await expect(send).toHaveAttribute('title', 'Write an issue description first');
  await form.getByLabel('Issue description').fill('x'.repeat(2001));
  await expect(form.getByRole('alert')).toHaveText('At most 2000 characters');
  await form.getByLabel('Issue description').fill('from tomorrow');
  await form.getByRole('spinbutton', { name: /^year, Time/ }).click();
  await page.keyboard.type('209901010800');
  await send.click();
  await expect(form.getByRole('alert')).toHaveText('The time must not lie in the future');
  await expect(form.getByLabel('Issue description')).toHaveValue('from tomorrow');
  await form.getByRole('spinbutton', { name: /^year, Time/ }).click();
  for (let digits = 0; digits < 4; digits += 1) await page.keyboard.press('Backspace');
  await expect(form.getByRole('alert')).toHaveText('The date is not complete or not right');
});

test('a remark is added, opened and deleted from the palette alone', async ({ page }) => {
  await enter(page, product);
  await visit(page, product, remarks);
  const palette = page.getByRole('dialog');
  const type = async (...texts: readonly string[]) => {
    for (const text of texts) {
      await palette.getByRole('combobox').fill(text);
      await page.keyboard.press('Enter');
    }
  };
  await page.keyboard.press('s');
  await type('>add a remark', 'Rain cover replaced');
  await expect(rowOf(page, 'Rain cover replaced')).toBeVisible();
  await page.keyboard.press('s');
  await type('>edit a remark', 'rain');
  await expect(page.getByRole('form', { name: 'Edit' }).getByLabel('Issue description')).toHaveValue(
    'Rain cover replaced',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('s');
  await type('>delete a remark', 'rain');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Rain cover replaced')).toHaveCount(0);
});

test('remarks mark the curve: a mark says its text, a press chooses it, the rail lists it', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, remarks);
  await add(page, 'New datum from here');
  await rowOf(page, 'New datum').getByRole('button', { name: 'Show on the curve' }).click();
  await expect(page).toHaveURL(/\/station\/1\/curve\?.*remark=\d+/);
  const lane = page.getByRole('list', { name: 'Marks on the curve' });
  const mark = lane.getByRole('button', { name: /New datum from here/ });
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  const listed = page.getByRole('complementary').getByRole('button', { name: /New datum/ });
  await expect(listed).toHaveAttribute('aria-pressed', 'true');
  await mark.click();
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
  await expect(page).not.toHaveURL(/remark=/);
  await expect(mark.getByText('New datum from here')).toBeVisible();
  await listed.press('Enter');
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  // It stands where it happened: at the middle of the two days round it.
  const [place, panes] = [await mark.boundingBox(), await page.locator('.chart__panes').boundingBox()];
  if (place === null || panes === null) throw new Error('nothing drawn');
  const middle = panes.x + 56 + (panes.width - 56 - 76) / 2;
  expect(Math.abs(place.x + place.width / 2 - middle)).toBeLessThan(4);
  expect(errors).toEqual([]);
});

test('a user with read permission sees remarks and no form; a failure is shown and can be retried', async ({
  page,
}) => {
  const { storage } = product.running;
  const { company_id: companyId } = await storage.db
    .selectFrom('users')
    .select('company_id')
    .where('account_name', '=', 'operator')
    .executeTakeFirstOrThrow();
  const password = 'slope-watch-3';
  await createUser(storage, { accountName: 'viewer', password, companyId, roleId: 3, language: 'en' });
  await enter(page, product);
  const answer = await page
    .context()
    .request.post(`${product.address}/login`, { data: { accountName: 'viewer', password } });
  const { data } = (await answer.json()) as { data: { loginToken: string } };
  const url = product.address;
  await page.context().addCookies([{ name: 'groundwatch-1.10.0-token', value: data.loginToken, url }]);
  await page.route('**/rest/stations/1/remarks', (route) => route.fulfill({ status: 503, body: '{}' }), {
    times: 3,
  });
  await visit(page, product, remarks);
  await expect(page.getByRole('heading', { name: 'The remarks did not load' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'New datum')).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(0);
  await expect(rowOf(page, 'New datum').getByRole('button')).toHaveText([/^$/]);
});
