/** S19, S62, S63 on the real process: whatever goes in, no secret comes out in what it logs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createUser } from '../../../src/server/accounts/users.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { runProgram, type ServerProcess, startProcess } from '../../support/process.ts';
import { startReporter } from '../../support/reporter.ts';
import { account, signIn, writeSmallSite } from '../../support/small-site.ts';
import { connectNode, until } from '../gateway/gateway-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'log-'));
let server: ServerProcess | null = null;
afterAll(() => {
  server?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('S19 S62 S63 no token, password, credential, cookie or setup secret, nor control characters, at the finest level', async () => {
  const metricsToken = 'Vq3-mZ8_tW6-xK1_pB4';
  writeFileSync(join(folder, 'metrics'), `${metricsToken}\n`);
  const storage = await openStorage({ dataDir: folder });
  const passwords = await writeSmallSite(storage, 2);
  await storage.write((db) => db.deleteFrom('users').execute());
  server = await startProcess(folder, { LOG_LEVEL: 'trace', METRICS_TOKEN_FILE: join(folder, 'metrics') });
  const { address, mqttPort, child, output, ended } = server;
  await until(() => /^Setup secret .*: \S+$/m.test(output()));
  const setup = /^Setup secret .*: (\S+)$/m.exec(output())?.[1] ?? '';
  await createUser(storage, { ...account, companyId: null, roleId: 1, language: 'en' });
  await storage.close();

  const token = await signIn(address);
  const wrong = 'Wr0ng-and-Secret-Pa55word';
  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(address + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const cookie = 'groundwatch-1.10.0-token=Co0kie-value-of-somebody';
  await send('/login', JSON.stringify({ accountName: wrong, password: wrong }), { cookie });
  await send('/login', `{"accountName":"a","password":"${wrong}`);
  await send('/login', JSON.stringify({ accountName: 'maintainer', password: wrong, token }));
  await send(`/rest/user/getInfo?token=${token}`, '{}', { authorization: `Bearer ${token}` });
  await send(`/rest/user/logout%zz?token=${token}`, '{}', { authorization: token, cookie });
  await fetch(`${address}/metrics`, { headers: { via: 'x', authorization: `Bearer ${wrong}` } });
  await fetch(`${address}/metrics`, { headers: { via: 'x', authorization: `Bearer ${metricsToken}` } });
  const hostile = 'GW\u001b[2J\u0007\u202e';
  for (const [sn, password] of [
    ['GW1', wrong],
    [hostile, wrong],
    ['GW2', passwords.get('GW1') ?? ''],
  ] as const)
    await connectNode(mqttPort, sn, password).catch(() => undefined);
  const reporter = await startReporter(mqttPort, 'GW1', passwords.get('GW1') ?? '');
  await reporter.report(Date.UTC(2026, 0, 1));
  await reporter.node.end();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);

  const lines = output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.some((line) => line.includes('wrong credential for GW'))).toBe(true);
  const log = lines.join('\n');
  const secrets = [
    token,
    metricsToken,
    wrong,
    account.password,
    setup,
    'Co0kie-value',
    ...passwords.values(),
  ];
  for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false]);
  for (const secret of secrets.filter((one) => one !== setup)) expect(output()).not.toContain(secret);
  expect(output().split(setup)).toHaveLength(2);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]|\\u00[01]/);
});

it.each([
  ['an example secret', { METRICS_TOKEN: 'change-me' }, /METRICS_TOKEN holds the secret of an example/],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgres://u:Vq3mZ8tW6xK1@127.0.0.1:1/x' },
    /ECONNREFUSED/,
  ],
])('S63 the start is refused, in one line without the secret: %s', async (_title, environment: Record<
  string,
  string
>, words) => {
  const { code, output } = await runProgram('server', [], {
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
    ...environment,
  });
  expect(code).toBe(1);
  expect(output).toMatch(words);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).not.toContain('Vq3mZ8tW6xK1');
});
