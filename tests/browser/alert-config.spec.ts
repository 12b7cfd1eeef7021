/** Inclination alerts on the real product, Japanese edition: from the form to a mail that says what was typed. */
import { expect, test } from '@playwright/test';
import { enter, watchErrors } from '../support/console/console-page.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct(6, 1, { settings: { SMTP_URL: mail.url, EDITION: 'jp' } });
});
test.afterAll(async () => {
  await product.stop();
  await mail.stop();
});

test('a form is filled in, refused, mended and saved in Japanese', async ({ page }) => {
  const errors = watchErrors(page);
  await enter(page, product, { language: 'ja' });
  await page.getByRole('button', { name: '警報', exact: true }).click();
  await expect(page).toHaveURL(/rest\/alert\/config/);
  const form = page.getByRole('region', { name: '傾斜警報' });
  await expect(form.getByText('未設定', { exact: true })).toHaveCount(4);
  await form.getByRole('button', { name: '既定値を入力' }).click();
  await form.getByLabel('5時間変化').fill('0.05');
  await expect(form.getByRole('alert').first()).toContainText('1時間変化のしきい値');
  await form.getByLabel('5時間変化').fill('0.2');
  await expect(form.getByRole('alert').first()).toContainText('初期角度が必要');
  await form.getByRole('button', { name: '最新のXYZを取得' }).click();
  await expect(form.getByLabel('初期角度 X')).not.toHaveValue('');
  await form.getByLabel('警報名').fill('{level} <b>{station}</b> {nothing}');
  await expect(form.getByRole('alert').first()).toContainText('「nothing」');
  await form.getByLabel('警報名').fill('{level} <b>{station}</b> {axis}');
  await form.getByLabel('変更理由').fill('試験');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('警報設定を保存しました')).toBeVisible();
  await expect(form.getByText('設定済み', { exact: true })).toHaveCount(1);
  const preview = page.getByRole('region', { name: 'メールのプレビュー' });
  await expect(preview.getByRole('heading', { level: 3 })).toContainText('<b>');
  expect(errors).toEqual([]);
});
