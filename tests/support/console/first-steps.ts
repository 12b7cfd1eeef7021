/** A new owner's first steps by hand: the server on an empty directory, the administrator, and a site. */
import { type ChildProcess, spawn } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import type en from '../../../locales/en.json';
import { buildIfStale } from '../tools/build-if-stale.ts';

/** The words of a language. */
export type Words = Record<keyof typeof en, string>;

export interface Started {
  readonly process: ChildProcess;
  readonly address: string;
  readonly mqttPort: string | null;
  readonly secret: string;
}

/** `npm start` on an empty directory, read as its owner reads the terminal. */
export async function startEmpty(folder: string, more: Readonly<Record<string, string>>): Promise<Started> {
  buildIfStale();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString('utf8');
  });
  const find = (pattern: RegExp) => pattern.exec(said)?.[1] ?? null;
  await expect.poll(() => find(/Setup secret.*: (\S+)/), { timeout: 30_000 }).not.toBeNull();
  return {
    process: child,
    address: find(/Groundwatch: (\S+)/) ?? '',
    mqttPort: find(/MQTT broker: port (\d+)/),
    secret: find(/Setup secret.*: (\S+)/) ?? '',
  };
}

export async function endStarted({ process: child }: Started): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export const formOf = (page: Page, name: string) => page.getByRole('form', { name, exact: true });

/** The first administrator, `owner`, by the setup page that is open. */
export async function makeOwner(page: Page, words: Words, secret: string, password: string): Promise<void> {
  const setup = formOf(page, words['setup.title']);
  await setup.getByLabel(words['setup.secret']).fill(secret);
  await setup.getByLabel(words['login.account'], { exact: true }).fill('owner');
  await setup.getByLabel(words['login.password'], { exact: true }).fill(password);
  await setup.getByLabel(words['setup.again']).fill(password);
  await setup.getByRole('button', { name: words['setup.create'] }).click();
  await expect(page).toHaveURL(/\/devices\/tree/);
}

export async function makeCompany(page: Page, words: Words, name: string): Promise<void> {
  await page.getByRole('button', { name: words['sites.new.company'] }).click();
  const company = formOf(page, words['sites.company']);
  await company.getByLabel(words['sites.company.name']).fill(name);
  await company.getByRole('button', { name: words['sites.create'] }).click();
}
