/** An alarm rule that a script proposes: reviewed with its plan in words, left out, taken in, saved by one password. */
import { expect, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { accounts, type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(16, 1);
});
test.afterAll(async () => {
  await product.stop();
});

const first = `import { fleet, plan } from 'groundwatch';
const [station] = await fleet.stations({ kind: 'rt3000' });
plan.rule({ name: 'Tilt of the test', scope: { projects: [station.project], kinds: ['rt3000'] }, ladder: [
  { level: 'yellow', when: { quantity: 'value', row: 'tilt', channel: 'x', above: 5, release: 4 }, hold: { readings: 2 } },
] }, { reason: 'from a script' });
plan.title('Rules from a script');`;
const second = `import { plan } from 'groundwatch';
plan.rule({ name: 'Tilt of the test', limits: [{ level: 'yellow', limit: 6 }] });`;

test('an engineer reviews rules of a script and saves them with one password', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product);
  await visit(page, product, '/index');
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const origin = new URL(page.url()).origin;
  const headers = { authorization: token };
  const { request } = page.context();
  const run = async (script: string): Promise<string> => {
    const data = { script, args: {}, title: 'A run' };
    const started = await request.post(`${origin}/rest/workflows/runs`, { headers, data });
    const { run: one } = ((await started.json()) as { data: { run: { id: string } } }).data;
    let planId: string | null = null;
    await expect
      .poll(async () => {
        const reply = await request.get(`${origin}/rest/workflows/runs/${one.id}`, { headers });
        planId = ((await reply.json()) as { data: { run: { planId: string | null } } }).data.run.planId;
        return planId;
      })
      .not.toBeNull();
    return planId ?? '';
  };
  const approve = async () => {
    await page.getByRole('button', { name: /^Approve/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill(accounts.maintainer.password);
    await dialog.getByRole('button', { name: 'Save 1 alarm rule' }).click();
    await expect(dialog).toHaveCount(0);
  };

  await visit(page, product, `/plans/${await run(first)}`);
  const rules = page.getByRole('region', { name: 'Alarm rules' });
  await expect(rules.getByText('new rule')).toBeVisible();
  await expect(rules.getByText(/Yellow when .* ≥ 5 °, for 2 readings/)).toBeVisible();
  await expect(rules.getByText('from a script')).toBeVisible();
  await rules.getByRole('button', { name: 'Leave out' }).click();
  await expect(rules.getByText('left out')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  await rules.getByRole('button', { name: 'Take in again' }).click();
  await approve();
  await expect(rules.getByText('saved as version 1')).toBeVisible();
  await expect(page.locator('.plans__head').getByRole('status')).toHaveText('Applied');

  await visit(page, product, `/plans/${await run(second)}`);
  await expect(rules.getByText('changes version 1')).toBeVisible();
  await expect(rules.getByText('5 °')).toBeVisible();
  await expect(rules.getByText('6 °')).toBeVisible();
  await approve();
  await rules.getByRole('button', { name: 'Open the rule' }).click();
  await expect(page).toHaveURL(/alarms\/rules/);
  await expect(page.getByText('Tilt of the test').first()).toBeVisible();
  expect(errors).toEqual([]);
});
