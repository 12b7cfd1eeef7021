/** The back-test in the editor of a rule on the real product: what it says, how it follows edits, what the browser answers itself. */
import { expect, type Page, type Response, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
let token = '';
let ruleId = 0;

async function post(path: string, body: unknown) {
  const response = await fetch(product.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  });
  return response.json();
}

test.beforeAll(async () => {
  product = await startProduct();
  const { accountName, password } = accounts.maintainer;
  token = (await post('/login', { accountName, password })).data.loginToken;
  const companyId = product.running.board.projects({ companyId: null })[0]?.companyId ?? 0;
  const once = { readings: 1 };
  const limit = (value: number) => ({
    type: 'limit',
    term: 0,
    side: 'below',
    limit: value,
    release: value + 0.5,
  });
  const answer = await post('/rest/alarm-rules', {
    name: 'Low battery',
    companyId,
    reason: 'of a test',
    definition: {
      of: 'rtu',
      enabled: true,
      terms: [{ quantity: 'batteryVoltage', args: {} }],
      ladder: [
        { level: 'blue', condition: limit(8), hold: once, releaseHold: once },
        { level: 'red', condition: limit(2), hold: once, releaseHold: once },
      ],
      patience: null,
      blindLevel: 'blue',
      scope: { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] },
      overrides: [],
    },
  });
  ruleId = answer.data.rule.id;
});
test.afterAll(async () => {
  await product.stop();
});

const backTest = (page: Page) => page.getByRole('region', { name: 'Back-test' });
const verdict = (page: Page, name: string) =>
  backTest(page)
    .locator('.back-test__verdict > div')
    .filter({ has: page.getByRole('term').filter({ hasText: name }) })
    .getByRole('definition');

async function open(page: Page): Promise<void> {
  await enter(page, product);
  await visit(page, product, `/alarms/rules?rule=${ruleId}`);
  await expect(backTest(page).getByText(/readings in [\d.]+ s/)).toBeVisible();
}

test('a rule is tested as it is edited: today beside the draft, and the browser at once', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await open(page);
  await expect(verdict(page, 'Blue')).toHaveText('0');
  const rows = backTest(page).getByRole('list', { name: 'Alarms by sensor or RTU' }).getByRole('button');
  await expect(rows.first()).toBeVisible();

  // Every battery is under 20 V: each RTU rings by the draft, none by the present version.
  const limit = page.getByLabel('Limit of Blue', { exact: true });
  await page.getByLabel('Release of Blue', { exact: true }).fill('21');
  await limit.fill('20');
  // The browser answers for one of them at once, the server for all a little later.
  await expect(backTest(page).locator('.is-old')).toHaveCount(0);
  await expect(verdict(page, 'Blue')).toHaveText(/^0 → [1-9]\d*$/);
  await expect(verdict(page, 'New')).toContainText(':');
  await expect(backTest(page).getByRole('table')).toContainText('today');
  const found = await verdict(page, 'Blue').innerText();

  // What cannot be tested keeps what was found.
  await limit.fill('22');
  await expect(backTest(page).getByText('Mend what is marked first')).toBeVisible();
  await expect(backTest(page).locator('.is-old')).toBeVisible();
  await expect(verdict(page, 'Blue')).toHaveText(found);
  await limit.fill('20');
  await expect(backTest(page).locator('.is-old')).toHaveCount(0);

  // The curve of one: its limit is moved by the arrows, and dragged.
  await rows.first().click();
  await expect(rows.first()).toHaveAttribute('aria-pressed', 'true');
  const onCurve = backTest(page).getByLabel('Limit of Blue on the curve');
  await expect(backTest(page).getByText('1 alarm', { exact: true })).toBeVisible();
  await onCurve.press('ArrowUp');
  await expect(limit).toHaveValue('21');
  await onCurve.press('ArrowDown');
  await expect(limit).toHaveValue('20');
  const grip = backTest(page).locator('[data-limit="blue"]');
  await grip.scrollIntoViewIfNeeded();
  const place = await grip.boundingBox();
  if (place === null) throw new Error('no line to drag');
  const x = place.x + place.width / 2;
  const y = place.y + place.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 3 });
  await page.mouse.move(x, y + 40, { steps: 3 });
  // The ladder knows nothing of it before it is let go.
  await expect(limit).toHaveValue('20');
  expect(Number(await onCurve.inputValue())).toBeLessThan(20);
  await page.mouse.up();
  expect(Number(await limit.inputValue())).toBeLessThan(20);
  await expect(limit).toHaveValue(await onCurve.inputValue());

  await page.keyboard.press('Escape');
  await page.locator('h3').first().click();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('k');
  await expect(rows.first()).toHaveAttribute('aria-pressed', 'true');

  await backTest(page).getByLabel('Span of the back-test').selectOption('7');
  await expect(backTest(page).getByText(/readings in [\d.]+ s/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(verdict(page, 'Blue')).toHaveText('0');
  expect(errors).toEqual([]);
});

test('what the browser says at once of a sensor is what the server says', async ({ page }) => {
  await open(page);
  await page.getByLabel('Release of Blue', { exact: true }).fill('13');
  const limit = page.getByLabel('Limit of Blue', { exact: true });
  const answers: Response[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/back-test')) answers.push(response);
  });
  for (const value of ['12.4', '12.6', '12.2']) {
    await limit.fill(value);
    await backTest(page).getByLabel('Limit of Blue on the curve').press('ArrowUp');
    await expect(limit).toHaveValue((Number(value) + 0.1).toFixed(1));
    // Once the picture is of this limit, the newest answer is, too.
    await expect(backTest(page).locator('.is-old')).toHaveCount(0);
    const answer = answers.at(-1);
    if (answer === undefined) throw new Error('nothing was answered');
    const { data } = await answer.json();
    const row = backTest(page).locator('.back-test__row[aria-pressed="true"]');
    const name = await row.locator('b').innerText();
    const rtu = product.running.board
      .sites({ companyId: null })
      .find(({ station }) => station.code === name)?.rtu;
    const target = data.targets.find(({ targetId }: { targetId: number }) => targetId === rtu?.id);
    const raises = target.events.filter(({ type }: { type: string }) => type === 'raise').length;
    await expect(row).toContainText(`draft ${raises}`);
    await expect(
      backTest(page).getByText(`${raises} alarm${raises === 1 ? '' : 's'}`, { exact: true }),
    ).toBeVisible();
  }
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('nothing in the scope, and a test that fails, are said', async ({ page }) => {
  await open(page);
  // No station has a label yet.
  await page.getByRole('button', { name: 'Choose: Labels' }).click();
  const labels = page.getByRole('dialog', { name: 'Labels' });
  await labels.getByText('Along a railway').click();
  await page.keyboard.press('Escape');
  await expect(
    backTest(page).getByText('Nothing stands in the scope: there is nothing to test'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(backTest(page).getByText(/readings in/)).toBeVisible();
  await page.route('**/rest/alarm-rules/back-test', (route) => route.abort());
  await backTest(page).getByRole('button', { name: 'Test the rule again' }).click();
  await expect(backTest(page).locator('.back-test__head output.rules__wrong')).toBeVisible();
  // What was counted is kept.
  await expect(verdict(page, 'Blue')).toHaveText('0');
  await page.unroute('**/rest/alarm-rules/back-test');
  await backTest(page).getByRole('button', { name: 'Test the rule again' }).click();
  await expect(backTest(page).getByText(/readings in/)).toBeVisible();
});

test('on a phone nothing is wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await backTest(page).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const wide = await backTest(page).evaluate((own) => own.getBoundingClientRect().width);
  expect(wide).toBeLessThanOrEqual(390);
});
