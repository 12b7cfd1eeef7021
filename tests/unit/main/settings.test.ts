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

describe('files by FTP', () => {
  it('are off; on they need the folder that they go into', () => {
    expect(readSettings({}).ftp).toBeNull();
    expect(() => readSettings({ FTP_PORT: '2121' })).toThrow(/FTP_PORT needs SOURCES_DIR/);
    expect(() => readSettings({ FTP_PASSIVE_PORTS: '50000-50001' })).toThrow(/belong to FTP_PORT/);
    const ftp = { port: 2121, passivePorts: null, passiveAddress: null, tls: null, onlyTls: false };
    expect(readSettings({ FTP_PORT: '2121', SOURCES_DIR: 'in' }).ftp).toEqual(ftp);
  });

  it.each([
    ['50000-50099', [50_000, 50_099]],
    ['1024-65535', [1024, 65_535]],
    ['1023-2000', null],
    ['50000-65536', null],
    ['50001-50000', null],
    ['50000', null],
  ])('the range of ports %s', (range, wanted) => {
    const read = () => readSettings({ FTP_PORT: '21', SOURCES_DIR: 'in', FTP_PASSIVE_PORTS: range }).ftp;
    if (wanted === null) expect(read).toThrow(/FTP_PASSIVE_PORTS/);
    else expect(read()?.passivePorts).toEqual(wanted);
  });

  it('address and encryption', () => {
    const base = { FTP_PORT: '21', SOURCES_DIR: 'in' };
    expect(readSettings({ ...base, FTP_PASSIVE_ADDRESS: '203.0.113.7' }).ftp?.passiveAddress).toBe(
      '203.0.113.7',
    );
    for (const wrong of ['203.0.113.256', 'ftp.example.com', '::1'])
      expect(() => readSettings({ ...base, FTP_PASSIVE_ADDRESS: wrong })).toThrow(/FTP_PASSIVE_ADDRESS/);
    expect(() => readSettings({ ...base, FTP_TLS: 'only' })).toThrow(/FTP_TLS needs TLS_CERT/);
    expect(() => readSettings({ ...base, FTP_TLS: 'yes' })).toThrow(/FTP_TLS: yes/);
  });

  it('reads what this process is at an external broker, and names what cannot be', () => {
    const MQTT_URL = 'mqtt://broker';
    expect(readSettings({}).mqttHost).toEqual({ id: 'groundwatch', groups: null, takesSources: true });
    const host = (more: Readonly<Record<string, string>>) => readSettings({ MQTT_URL, ...more }).mqttHost;
    expect(host({ MQTT_HOST_ID: 'east', MQTT_GROUPS: 'P02, P01,P02' })).toEqual({
      ...{ id: 'east', groups: ['P01', 'P02'], takesSources: false },
    });
    expect(host({ MQTT_GROUPS: 'in/#,P01' })).toMatchObject({ groups: ['P01'], takesSources: true });
    expect(() => readSettings({ MQTT_GROUPS: 'P01' })).toThrow(/MQTT_GROUPS is for an external broker/);
    expect(() => readSettings({ MQTT_HOST_ID: 'x' })).toThrow(/MQTT_HOST_ID is for an external broker/);
    expect(() => host({ MQTT_HOST_ID: 'a/b' })).toThrow(/MQTT_HOST_ID: a\/b cannot stand in a topic/);
    expect(() => host({ MQTT_HOST_ID: 'x'.repeat(65) })).toThrow(/MQTT_HOST_ID/);
    expect(host({ MQTT_HOST_ID: 'x'.repeat(64) }).id).toHaveLength(64);
    for (const wrong of ['P01,,P02', 'P+', 'STATE', 'spBv1.0/P01'])
      expect(() => host({ MQTT_GROUPS: wrong })).toThrow(/MQTT_GROUPS: '.*' is no group id/);
  });
});
