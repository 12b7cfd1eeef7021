/**
 * Adds or changes words in all three locales at once.
 * Standard input: {"message.id": ["简体中文", "English", "日本語"], …}; null in place of the list removes the id.
 * Use: npm run words < words.json
 */
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const locales = ['zh-chs', 'en', 'ja'] as const;
const file = (locale: string) => new URL(`../../../locales/${locale}.json`, import.meta.url);
const lock = new URL('../../../locales/.lock', import.meta.url);

const changes = JSON.parse(readFileSync(0, 'utf8')) as Record<string, readonly string[] | null>;
for (const [id, words] of Object.entries(changes)) {
  if (
    words !== null &&
    (words.length !== 3 || words.some((word) => typeof word !== 'string' || word === ''))
  ) {
    throw new Error(`${id}: three words are needed: ["简体中文", "English", "日本語"], or null`);
  }
}
for (let tries = 0; ; tries++) {
  try {
    closeSync(openSync(lock, 'wx'));
    break;
  } catch (error) {
    if (tries > 100) throw error;
    await sleep(50);
  }
}
try {
  for (const [index, locale] of locales.entries()) {
    const words = JSON.parse(readFileSync(file(locale), 'utf8')) as Record<string, string>;
    for (const [id, change] of Object.entries(changes)) {
      if (change === null) delete words[id];
      else words[id] = change[index] ?? '';
    }
    const sorted = Object.fromEntries(Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(file(locale), `${JSON.stringify(sorted, null, 2)}\n`);
  }
} finally {
  rmSync(lock);
}
