/** Hard-coded text shows itself: with every word in brackets, what stands on a screen without them is data. */
import { expect, type Page, test } from '@playwright/test';
import en from '../../locales/en.json' with { type: 'json' };
import { units } from '../../src/base/units.ts';
import { enter, visit } from '../support/console/console-page.ts';
import { screens } from '../support/console/screens.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
let data: string[];
let page: Page;
test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  page = await browser.newPage();
  await page.route(/\/assets\/en-[\w-]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: pseudo }),
  );
  await enter(page, product);
  const { db } = product.running.storage;
  const names = async (table: 'stations' | 'projects' | 'companies' | 'sensors' | 'users' | 'roles') =>
    (await db.selectFrom(table).selectAll().execute()).flatMap((row) =>
      Object.values(row).filter((value): value is string => typeof value === 'string'),
    );
  const all = await Promise.all(
    (['stations', 'projects', 'companies', 'sensors', 'users', 'roles'] as const).map(names),
  );
  // A script says in its own words what it is; its text is code.
  const library = await product.running.library.list();
  const reported = library.flatMap(({ title, description, arguments: declared }) =>
    [title, description, ...declared.flatMap((one) => [one.title, one.description])].flatMap(
      (words) => words?.en ?? [],
    ),
  );
  data = [...new Set([...all.flat(), ...reported].filter((text) => text.length > 3))];
});
test.afterAll(async () => {
  await page.close();
  await product.stop();
});

/** Words of the product in brackets, whatever is filled into them. */
const pseudo = `export default ${JSON.stringify(
  Object.fromEntries(Object.entries(en).map(([id, words]) => [id, `⟦${words}⟧`])),
)};`;

/** The server words its menu itself, from the same locales. */
const menus = Object.entries(en).flatMap(([id, words]) => (id.startsWith('menu.') ? [words] : []));
/** What is called the same in any language. */
const universal = [
  // The longest first: one may be part of another.
  ...menus.sort((a, b) => b.length - a.length),
  ...units,
  'km',
  'zx',
  'Groundwatch',
  'min',
  'max',
  'Esc',
  'Ctrl',
  'Enter',
  'Tab',
  'CSV',
  'UTC',
  'KB',
  'MB',
  'GB',
];

async function strays(): Promise<readonly string[]> {
  return page.evaluate(
    ([known, same]) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = new Set<string>();
      const byLength = [...known].sort((a, b) => b.length - a.length);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const owner = node.parentElement;
        if (
          owner === null ||
          // The parts of a date are react-aria's, in the user's language: yyyy, dd.
          owner.closest(
            'script, style, kbd, code, pre, .mono, .monaco-editor, .moment__parts, canvas, [hidden]',
          )
        )
          continue;
        // A sentence may consist of several nodes: the brackets stand in its first and its last node.
        if (/[⟦⟧]/.test(owner.textContent ?? '') || /[⟦⟧]/.test(owner.parentElement?.textContent ?? ''))
          continue;
        let rest = node.textContent ?? '';
        for (const text of same)
          rest = rest.replaceAll(
            new RegExp(`(?<![a-z])${text.replace(/[^\w]/g, '\\$&')}(?![a-z])`, 'gi'),
            ' ',
          );
        for (const text of byLength) rest = rest.replaceAll(text, ' ');
        if (/\p{L}{2}/u.test(rest)) found.add((node.textContent ?? '').trim());
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          if (element.closest('.mono, .monaco-editor') !== null) continue;
          const text = element.getAttribute(name);
          if (text === null || /[⟦⟧]/.test(text)) continue;
          let rest = text;
          for (const one of byLength) rest = rest.replaceAll(one, ' ');
          if (/\p{L}{2}/u.test(rest)) found.add(`${name}: ${text}`);
        }
      }
      return [...found];
    },
    [data, universal] as const,
  );
}

for (const { name, address, prepare } of screens) {
  test(`${name}: every word comes from the locales`, async () => {
    await visit(page, product, address);
    await prepare?.(page);
    await expect(page.getByText('⟦').first()).toBeVisible();
    expect(await strays()).toEqual([]);
  });
}
