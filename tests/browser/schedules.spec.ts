/**
 * Schedules: made with the keyboard alone, found in week, month and list, run, changed, paused, deleted and taken back;
 * what was missed is made good or acknowledged; results are opened from there.
 */
import { expect, type Page, test } from '@playwright/test';
import { toJson } from '../../src/server/storage/json.ts';
import { enter } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(4, 1);
});
test.afterAll(() => product.stop());
test.describe.configure({ mode: 'serial' });

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'All schedules' }).getByRole('listitem').filter({ hasText: name });
const detail = (page: Page, name: string) => page.locator('.schedules__detail', { hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');

test('a daily export is made, run and downloaded by keys alone', async ({ page }) => {
  await enter(page, product);
  await page.goto(`${product.address}/index`);
  await page.getByRole('main').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.waitForURL(/\/schedules$/);
  await expect(page.getByText('Nothing is scheduled')).toBeVisible();
  await page.keyboard.press('n');
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  // Nothing is lost of what was typed when something is missing.
  await page.keyboard.type('Newest values');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Script')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Newest values');
  await dialog(page).getByLabel('What').focus();
  await page.keyboard.type('Export');
  await expect(dialog(page).getByLabel('Table')).toHaveValue('latest');
  for (const day of ['Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) {
    await dialog(page).getByLabel(day).focus();
    await page.keyboard.press('Space');
  }
  const time = dialog(page).getByLabel(/^Time, UTC/);
  await time.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('25:00');
  await page.keyboard.press('Enter');
  await expect(time).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog(page).getByRole('alert')).toHaveText('Write the time as 06:00.');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('05:30');
  await expect(dialog(page).getByRole('status')).toContainText(
    /Next times, UTC\+\d+: (\d\d-\d\d 05:30(, )?){5}/,
  );
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'Newest values')).toContainText('daily 05:30');
  await page.waitForURL(/\/schedules\/\d+$/);
  // It stands on each day of the week that is to come.
  await page.keyboard.press('l');
  await expect(page.locator('.schedules__entry')).toHaveCount(7);
  await page.keyboard.press('t');
  await page.keyboard.press('r');
  const run = detail(page, 'Newest values').locator('.schedules__run');
  await expect(run).toContainText('done · by hand', { timeout: 20_000 });
  await expect(run).toContainText('The file is kept');
  const saved = page.waitForEvent('download');
  await run.getByRole('button', { name: /\.xlsx$/ }).press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('a script of the library leaves a run that is opened from its schedule', async ({ page }) => {
  await enter(page, product);
  await page.goto(`${product.address}/schedules`);
  await page.getByRole('button', { name: 'Schedule…' }).click();
  await dialog(page).getByLabel('Name').fill('Clock check');
  await dialog(page).getByLabel('Script', { exact: true }).selectOption({ label: 'Clock audit' });
  // What the script states stands there, with its bounds; another value is kept.
  const limit = dialog(page).getByLabel(/^Allowed deviation/);
  await expect(limit).toHaveValue('60');
  await limit.fill('90');
  await dialog(page).getByLabel('When').selectOption('minutes');
  await dialog(page).getByLabel('Interval').selectOption({ label: 'every hour' });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  // What runs all day stands in one line above the week.
  await expect(page.getByRole('list', { name: 'Often' })).toContainText('Clock check');
  await expect(detail(page, 'Clock check')).toContainText('Script · Clock audit');
  await detail(page, 'Clock check').getByRole('button', { name: 'Run now' }).click();
  const run = detail(page, 'Clock check').locator('.schedules__run');
  await expect(run).toContainText(/The script has ended/, { timeout: 60_000 });
  await run.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(/\/scripts\//);
  await expect(page.getByRole('main')).toContainText('Clock check');
  await page.goBack();
  await detail(page, 'Clock check').getByRole('button', { name: 'Change the schedule' }).click();
  await expect(limit).toHaveValue('90');
  await page.keyboard.press('Escape');
});

/** Days that keys have led to, as the address names them. */
const dayIn = (page: Page) => new URL(page.url()).searchParams.get('day');

test('what is scheduled is found in the week, the month and the list by keys alone', async ({ page }) => {
  await enter(page, product);
  await page.goto(`${product.address}/schedules`);
  await expect(page.getByRole('region', { name: 'Week', exact: true })).toBeVisible();
  const legend = page.getByRole('list', { name: 'Legend: marks' });
  await expect(legend).toContainText('missed');
  await expect(page.getByText(/^Times are those of the project, UTC/)).toHaveCount(1);
  await page.keyboard.press('m');
  await page.waitForURL(/\?view=month$/);
  const month = page.getByRole('region', { name: 'Month', exact: true });
  // Whole weeks, today among them; the daily export stands on each day from now on.
  const cells = month.getByRole('listitem');
  expect((await cells.count()) % 7).toBe(0);
  const today = month.locator('[aria-current="date"]');
  await expect(today).toHaveCount(1);
  const date = (await today.getAttribute('aria-label'))?.slice(0, 10) ?? '';
  const later = (days: number) =>
    new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => dayIn(page)).toBe(later(1));
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => dayIn(page)).toBe(later(8));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => dayIn(page)).toBe(later(-6));
  await page.keyboard.press('t');
  await expect.poll(() => dayIn(page)).toBe(null);
  // The month after is one key away, and another one brings today back.
  await page.keyboard.press('l');
  await expect(page.locator('.schedules__span')).not.toHaveText(date.slice(0, 7));
  await page.keyboard.press('t');
  await expect(page.locator('.schedules__span')).toHaveText(date.slice(0, 7));
  // The focus stands on today; Enter opens it in the list.
  await expect(today).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/view=list/);
  const list = page.getByRole('region', { name: 'Agenda', exact: true });
  await expect(list.getByRole('heading', { name: /Today/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('j');
  const line = list.locator('li[aria-current="true"]');
  await expect(line).toContainText('Newest values');
  await expect(line).toContainText('05:30');
  await expect(line.getByRole('button').first()).toBeFocused();
  await expect(detail(page, 'Newest values')).toBeVisible();
  const before = dayIn(page);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => dayIn(page)).not.toBe(before);
  // The run stays chosen in another view.
  await page.keyboard.press('w');
  await expect(page.locator('.schedules__entry[aria-current="true"]')).toHaveCount(1);
  await expect(page.locator('.schedules__entry[aria-current="true"]')).toBeFocused();
});

test('on a phone the list is what is shown first; a month says how many', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await enter(page, product);
  await page.goto(`${product.address}/schedules`);
  const list = page.getByRole('region', { name: 'Agenda', exact: true });
  await expect(list.getByText('Newest values').first()).toBeVisible();
  await list
    .getByRole('button', { name: /Newest values/ })
    .last()
    .click();
  await expect(detail(page, 'Newest values').getByRole('button', { name: 'Run now' })).toBeInViewport();
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  const month = page.getByRole('region', { name: 'Month', exact: true });
  await month
    .getByRole('button', { name: /, [1-9]\d* runs?/ })
    .last()
    .click();
  await expect(list.getByText('Newest values').first()).toBeVisible();
  await expect(list.locator('h2:focus')).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await context.close();
});

/** Runs of a schedule that no server ran at, so many days ago at noon UTC. */
const miss = (name: string, daysAgo: readonly number[]) =>
  product.running.storage.write(async (db) => {
    const schedule = await db
      .selectFrom('schedules')
      .select(['id', 'company_id', 'user_id'])
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    for (const days of daysAgo) {
      const dueAt = (Math.floor(Date.now() / 86_400_000) - days) * 86_400_000 + 43_200_000;
      await db
        .insertInto('schedule_runs')
        .values({
          ...{ schedule_id: schedule.id, company_id: schedule.company_id, user_id: schedule.user_id },
          ...{ due_at: dueAt, started_at: null, ended_at: dueAt + 3_600_000, state: 'missed' },
          ...{ by_hand: 0, late: 0, missed: 1, attempts: 0, held_until: 0, opens: '' },
          ...{ acknowledged_at: null, acknowledged_by: null },
          outcome: toJson({ id: 'schedules.outcome.missed', params: { count: 1 } }),
        })
        .execute();
    }
  });

test('what was missed is acknowledged in the list, and made good from where it is reported', async ({
  page,
}) => {
  // One of them long ago: it is reported though the calendar does not show its week.
  await miss('Newest values', [40, 2, 1]);
  await enter(page, product);
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${product.address}/schedules?view=list&day=${day}`);
  const missed = page.getByRole('region', { name: 'Missed runs' });
  await expect(missed.getByRole('listitem')).toHaveCount(3);
  // By keys: on to the run of that day, which is acknowledged where it stands.
  const line = page.getByRole('region', { name: 'Agenda', exact: true }).locator('li[aria-current="true"]');
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(line).toContainText('missed', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('c');
  await expect(missed.getByRole('listitem')).toHaveCount(2);
  await expect(line).toContainText('missed');
  await expect(line.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);
  const runs = detail(page, 'Newest values').locator('.schedules__run');
  await expect(runs.filter({ hasText: 'acknowledged by maintainer' })).toHaveCount(1);
  // The oldest one, in the schedule's own history.
  await runs
    .filter({ has: page.getByRole('button', { name: 'Acknowledge' }) })
    .last()
    .getByRole('button', { name: 'Acknowledge' })
    .click();
  await expect(missed.getByRole('listitem')).toHaveCount(1);
  await missed.getByRole('button', { name: 'Run now' }).click();
  await expect(missed).toHaveCount(0);
  await expect(runs.filter({ hasText: 'acknowledged by maintainer' })).toHaveCount(3);
  await expect(runs.filter({ hasText: 'done · by hand' })).toHaveCount(2);
});

test('one is changed, paused, resumed and deleted; a second console follows', async ({ page, browser }) => {
  await enter(page, product);
  await page.goto(`${product.address}/schedules`);
  await row(page, 'Newest values').getByRole('button').first().click();
  await page.keyboard.press('e');
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Newest values');
  await expect(dialog(page).getByLabel('When')).toHaveValue('week');
  await dialog(page).getByLabel('When').selectOption('nth');
  await dialog(page).getByLabel('Which of the month').selectOption({ label: 'last' });
  await dialog(page).getByLabel('Day of the week').selectOption({ label: 'Sun' });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Newest values')).toContainText('last Sun of the month, 05:30');

  const other = await (await browser.newContext()).newPage();
  await enter(other, product);
  await other.goto(`${product.address}/schedules`);
  await expect(row(other, 'Newest values')).toContainText('next');
  await row(page, 'Newest values').getByRole('button', { name: 'Pause Newest values' }).click();
  await expect(row(page, 'Newest values')).toContainText('paused');
  await expect(row(other, 'Newest values')).toContainText('paused');
  await row(page, 'Newest values').getByRole('button', { name: 'Resume Newest values' }).click();
  await expect(row(page, 'Newest values')).toContainText('next');

  // Another console deletes it, and takes that back: this one follows without being asked.
  await detail(page, 'Newest values').getByRole('button', { name: 'Delete the schedule' }).click();
  await expect(row(page, 'Newest values')).toHaveCount(0);
  await expect(row(other, 'Newest values')).toHaveCount(0);
  const notice = page.getByText('The schedule Newest values was deleted');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Newest values')).toContainText('last Sun of the month, 05:30');
  await expect(row(other, 'Newest values')).toContainText('next');
  await other.context().close();
  // By keys alone: deleted, taken back, and deleted for good.
  await expect(detail(page, 'Newest values')).toBeVisible();
  await page.locator('.schedules').focus();
  await page.keyboard.press('d');
  await expect(row(page, 'Newest values')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(detail(page, 'Newest values')).toContainText('The file is kept');
  // What had the focus is gone with what was open; keys are heard all the same.
  await detail(page, 'Newest values').getByRole('button', { name: 'Delete the schedule' }).press('Enter');
  await expect(row(page, 'Newest values')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(detail(page, 'Newest values')).toBeVisible();
  await page.keyboard.press('d');
  await expect(row(page, 'Newest values')).toHaveCount(0);
});

test('what is shown is in the address; a schedule that is gone is said to be, and no other one runs in its place', async ({
  page,
}) => {
  await enter(page, product);
  await page.goto(`${product.address}/schedules`);
  await expect(row(page, 'Clock check')).toBeVisible();
  // Nothing is open: there is nothing that a key could run.
  await expect(page.locator('.schedules__detail')).toHaveCount(0);
  await page.keyboard.press('j');
  await page.waitForURL(/\/schedules\/\d+$/);
  await page.keyboard.press('l');
  await page.waitForURL(/\?day=\d{4}-\d\d-\d\d$/);
  const shown = await page.locator('.schedules__span').textContent();
  await page.reload();
  await expect(page.locator('.schedules__span')).toHaveText(shown ?? '');
  const runs = detail(page, 'Clock check').locator('.schedules__run');
  // It runs each hour, also while these tests do.
  await expect(runs).not.toHaveCount(0);
  const before = await runs.count();

  // A sequence is not taken apart by the keys of the page: h alone is the week before.
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL(/\/index/);

  await page.goto(`${product.address}/schedules/999999`);
  await expect(page.getByText('This schedule is no longer there')).toBeVisible();
  await page.keyboard.press('r');
  await page.goto(`${product.address}/schedules`);
  await row(page, 'Clock check').getByRole('button').first().click();
  await expect(runs).toHaveCount(before);
});

test('a maintenance window past midnight is drawn on both of its days, and leads to where it began', async ({
  page,
}) => {
  const projectId = await product.running.storage.write(async (db) => {
    const { id: _id, ...known } = await db
      .selectFrom('schedules')
      .selectAll()
      .where('name', '=', 'Newest values')
      .executeTakeFirstOrThrow();
    const planId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    for (const [name, minutes] of [
      ['Night work', 240],
      ['Long work', 480],
    ] as const)
      await db
        .insertInto('schedules')
        .values({
          ...{ ...known, name, enabled: 1, deleted_at: null },
          job: toJson({ kind: 'plan', planId, minutes }),
          recurrence: toJson({ kind: 'week', time: 22 * 60, weekdays: [7] }),
        })
        .execute();
    return known.project_id;
  });
  await enter(page, product);
  // The week of a Monday to come: its window began on the Sunday before, which is not shown.
  const monday = new Date(Date.now() + 14 * 86_400_000);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  await page.goto(
    `${product.address}/schedules?view=week&day=${monday.toISOString().slice(0, 10)}&project=${projectId}`,
  );
  const week = page.getByRole('region', { name: 'Week', exact: true });
  const [rest, begin] = ['.schedules__entry--rest', '.schedules__entry:not(.schedules__entry--rest)'];
  const days = week.locator('.schedules__day');
  const lasting = days.first().locator(rest, { hasText: 'Night work' });
  await expect(lasting).toContainText('Night work until');
  await expect(lasting).toContainText('02:00');
  await expect(week.locator(rest)).toHaveCount(2);
  await expect(days.last().locator(begin, { hasText: 'Night work' })).toHaveCount(1);
  // Two hours of the 24 that the column is high.
  const ends = await lasting.evaluate((element) => {
    const column = element.parentElement?.getBoundingClientRect();
    return column === undefined ? 0 : (element.getBoundingClientRect().bottom - column.top) / column.height;
  });
  expect(ends).toBeCloseTo(2 / 24, 2);
  // The shorter one stands below the name of the longer one, and ends at its own time.
  const [long, short] = await Promise.all([
    days.first().locator(rest, { hasText: 'Long work' }).boundingBox(),
    lasting.boundingBox(),
  ]);
  expect((short?.y ?? 0) - (long?.y ?? 0)).toBeGreaterThanOrEqual(25);
  await lasting.click();
  await expect(detail(page, 'Night work')).toBeVisible();
});
