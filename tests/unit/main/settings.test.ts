/** S63: secrets from the environment or a file, never an example's, never shown. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings, secretsOf } from '../../../src/main/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const own = 'Vq3-mZ8_tW6-xK1_pB4';

describe('S63 secrets', () => {
  it('come from the environment', () => {
    const settings = readSettings({ METRICS_TOKEN: own, MQTT_URL: `mqtts://host:${own}@broker` });
    expect(settings.metricsToken).toBe(own);
    expect(secretsOf(settings)).toEqual([own, own]);
  });
  it('come from a file, its last line break apart', () => {
    const url = `postgres://u:${own}%21@db/x`;
    const settings = readSettings({
      METRICS_TOKEN_FILE: file('token', `${own}\n`),
      DATABASE_URL_FILE: file('url', `${url}\r\n`),
      MQTT_URL_FILE: file('mqtt', 'mqtt://broker'),
    });
    expect([settings.metricsToken, settings.databaseUrl, settings.mqttUrl]).toEqual([
      own,
      url,
      'mqtt://broker',
    ]);
    expect(secretsOf(settings)).toEqual([own, `${own}!`]);
  });
  it.each([
    ['both', { METRICS_TOKEN: own, METRICS_TOKEN_FILE: 'x' }, /METRICS_TOKEN_FILE exclude/],
    ['no file', { METRICS_TOKEN_FILE: join(folder, 'none') }, /METRICS_TOKEN_FILE.*ENOENT/],
    ['an empty file', { METRICS_TOKEN_FILE: file('empty', '\n') }, /empty/],
    ['a short one', { METRICS_TOKEN: 'Vq3-mZ8' }, /16 characters/],
    ['no address', { DATABASE_URL: own }, /DATABASE_URL is no address/],
    ['another protocol', { MQTT_URL: `http://u:${own}@b` }, /MQTT_URL is no address/],
    [
      'an address with a bad port',
      { DATABASE_URL: `postgres://u:${own}@b:port/x` },
      /DATABASE_URL is no address/,
    ],
  ])('%s: refused by name, and not shown', (_title, environment: Record<string, string>, words) => {
    let error: unknown;
    try {
      readSettings(environment);
    } catch (thrown) {
      error = thrown;
    }
    expect(String(error)).toMatch(words);
    expect(`${String(error)}${JSON.stringify(error)}`).not.toContain(own);
  });
  it.each([
    'change-me',
    'CHANGE_ME',
    'changeme-please-changeme',
    '<a long random token>',
    'password',
    'xxxxxxxxxxxxxxxx',
  ])('an example’s is refused: %s', (value) => {
    expect(() => readSettings({ METRICS_TOKEN: value })).toThrow(
      /METRICS_TOKEN holds the secret of an example/,
    );
    const url = (scheme: string) => `${scheme}://user:${encodeURIComponent(value)}@host`;
    expect(() => readSettings({ DATABASE_URL: url('postgres') })).toThrow(/DATABASE_URL holds/);
    expect(() => readSettings({ MQTT_URL: url('mqtt') })).toThrow(/MQTT_URL holds/);
  });
  it('every secret that our own texts show is one of those', () => {
    const root = new URL('../../../', import.meta.url);
    const texts = ['README.md', 'scripts/deploy/groundwatch.service', 'scripts/deploy/Dockerfile'].map(
      (path) => readFileSync(new URL(path, root), 'utf8'),
    );
    const shown = texts.flatMap((text) => [
      ...[...text.matchAll(/METRICS_TOKEN=(?:")?([^\s"`]+)/g)].map(([, value = '']) => ({
        METRICS_TOKEN: value,
      })),
      ...[...text.matchAll(/\b(postgres:\/\/[^\s:/`]+:[^\s@`]+@[^\s`]*)/g)].map(([, url = '']) => ({
        DATABASE_URL: url,
      })),
      ...[...text.matchAll(/\b(mqtts?:\/\/[^\s:/`]+:[^\s@`]+@[^\s`]*)/g)].map(([, url = '']) => ({
        MQTT_URL: url,
      })),
    ]);
    expect(shown.length).toBeGreaterThan(0);
    for (const environment of shown) expect(() => readSettings(environment)).toThrow(/example/);
  });
});
