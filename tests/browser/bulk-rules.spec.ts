/** Several alarm rules changed at once: marked, previewed, saved with one reason, undone; a conflict is left out by name. */
import { expect, test } from '@playwright/test';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct(16, 1);
});
test.afterAll(async () => {
  await product.stop();
});

test('an engineer raises the limits of two rules, and takes it back', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product, { account: 'operator' });
  await visit(page, product, '/index');
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('-token'))?.value ?? '';
  const origin = new URL(page.url()).origin;
  const headers = { authorization: token };
  const { request } = page.context();
  const companyId = product.running.board.projects({ companyId: null })[0]?.companyId;
  type Saved = {
    id: number;
    name: string;
    version: number;
    definition: { ladder: { condition: { limit: number } }[] };
  };
  const definition = {
    of: 'rtu',
    enabled: true,
    terms: [{ quantity: 'silence', args: {} }],
    ladder: [
      {
        level: 'blue',
        condition: { type: 'limit', term: 0, side: 'above', limit: 40 },
        hold: { readings: 1 },
        releaseHold: { readings: 1 },
      },
    ],
    patience: null,
    blindLevel: 'blue',
    scope: { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] },
    overrides: [],
  };
  const made: Saved[] = [];
  for (const name of ['First of many', 'Second of many']) {
    const data = { name, companyId, reason: 'begin', definition };
    const reply = await request.post(`${origin}/rest/alarm-rules`, { headers, data });
    made.push(((await reply.json()) as { data: { rule: Saved } }).data.rule);
  }
  const now = async () => {
    const reply = await request.get(`${origin}/rest/alarm-rules`, { headers });
    const { rules } = ((await reply.json()) as { data: { rules: Saved[] } }).data;
    return made.map(({ id }) => rules.find((one) => one.id === id)?.definition.ladder[0]?.condition.limit);
  };
  await visit(page, product, '/alarms/rules');
  const list = page.getByRole('region', { name: 'List of alarm rules' });
  for (const { name } of made) await list.getByRole('checkbox', { name: `Mark ${name}` }).click();
  await expect(list.getByText('2 marked')).toBeVisible();
  await list.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Factor, above 0').fill('1.5');
  await expect(dialog.getByText('60 h')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: 'Save 2 rules' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('too many at night');
  // Somebody else saves the second one meanwhile.
  const [, second] = made;
  const data = {
    name: second?.name,
    version: 1,
    reason: 'meanwhile',
    definition: { ...definition, patience: 600 },
  };
  expect((await request.put(`${origin}/rest/alarm-rules/${second?.id}`, { headers, data })).ok()).toBe(true);
  await dialog.getByRole('button', { name: /^Save \d rules?/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(now).toContain(60);
  await list.getByRole('button', { name: /^Undo the change of/ }).click();
  await expect.poll(now).toEqual([40, 40]);
  expect(errors).toEqual([]);
});
