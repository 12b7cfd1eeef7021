/** Inclination alerts on the real product, Japanese edition: from the form to a mail that says what was typed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { read, utils, write } from 'xlsx';
import { enter, visit, watchErrors } from '../support/console/console-page.ts';
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
  await visit(page, product, '/index');
  await page.getByRole('button', { name: '警報', exact: true }).click();
  await expect(page).toHaveURL(/rest\/alert\/config/);
  const form = page.getByRole('region', { name: '傾斜警報' });
  await expect(form.getByText('未設定', { exact: true })).toHaveCount(4);
  await form.getByRole('button', { name: '既定値を入力' }).click();
  await form.getByLabel('5時間変化').fill('0.05');
  await expect(form.getByRole('alert').first()).toContainText('1時間変化（0.1 °）以上');
  await form.getByLabel('5時間変化').fill('0.2');
  await expect(form.getByRole('alert').first()).toContainText('初期角度が必要');
  await form.getByRole('button', { name: '最新のXYZを取得' }).click();
  const fetched = page.getByRole('dialog', { name: '最新の角度を初期角度にしますか？' });
  await expect(fetched).toContainText('最終計測値');
  await expect(form.getByLabel('初期角度 X')).toHaveValue('');
  await fetched.getByRole('button', { name: 'この値を使う' }).click();
  await expect(form.getByLabel('初期角度 X')).not.toHaveValue('');
  await form.getByLabel('警報名').fill('{level} <b>{station}</b> {nothing}');
  await expect(form.getByRole('alert').first()).toContainText('「nothing」');
  await form.getByLabel('警報名').fill('{level} <b>{station}</b> {axis}');
  await form.getByLabel('変更理由').fill('試験');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('警報設定を保存しました')).toBeVisible();
  await expect(form.getByText('設定済み', { exact: true })).toHaveCount(1);
  const preview = page.getByRole('region', { name: 'メールのプレビュー' });
  await expect(preview.getByRole('heading', { level: 3 })).toContainText('<b>');
  // Whoever has no address of their own learns that.
  await page.getByRole('button', { name: '自分に試験送信' }).click();
  await expect(page.getByText('確認済みの連絡先がありません')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a send list is taken from a workbook, and alarms go to it', async ({ page }, info) => {
  const errors = watchErrors(page);
  await enter(page, product, { language: 'ja' });
  await visit(page, product, '/rest/alert/config');
  const list = page.getByRole('region', { name: '送信リスト' });
  await list.getByLabel('メールアドレス').fill('nobody');
  await list.getByLabel('メールアドレス').fill('first@example.org');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('row', { name: /first@example\.org/ })).toBeVisible();

  // The template holds the list; a row that is wrong is left out with its reason.
  const saved = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Excelテンプレート' }).click();
  const template = info.outputPath('list.xlsx');
  await (await saved).saveAs(template);
  const book = read(readFileSync(template));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (sheet === undefined) throw new Error('no sheet');
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
    ['メールアドレス', '名称', '言語'],
    ['first@example.org', '', '日本語'],
  ]);
  utils.sheet_add_aoa(sheet, [['town@example.org', '役場', '日本語'], ['not an address']], { origin: -1 });
  writeFileSync(template, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  await list.getByLabel('送信リストを取込（Excel）').setInputFiles(template);
  const dialog = page.getByRole('dialog', { name: '送信リストを取込（Excel）' });
  await expect(dialog).toContainText('取込 2 行、除外 1 行');
  await expect(dialog).toContainText('4 行目：「not an address」はメールアドレスではありません');
  await expect(list.getByRole('row', { name: /town@example\.org/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: '2 行を取込' }).click();
  await expect(list.getByRole('row', { name: /town@example\.org/ })).toBeVisible();
  await expect(list.getByText(/の取込：追加 1、変更 0、登録済 1、除外 1 行/)).toBeVisible();

  // Nobody sends to the list yet: that is said, and mended here.
  await list.getByRole('button', { name: '警報をこの送信リストへすぐに送る' }).click();
  await expect(list.getByText('送る通知ルールがありません')).toHaveCount(0);
  expect(errors).toEqual([]);
});
