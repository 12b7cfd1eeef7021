/** Files by FTP with a client of a library: what comes is stored as from a watched folder; bounds, refusals, restarts. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'basic-ftp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/errors.ts';
import type { KnockReason, ListenerView } from '../../../src/contract/listeners.ts';
import { ftpTimes } from '../../../src/server/ftp/bounds.ts';
import { FtpServer } from '../../../src/server/ftp/server.ts';
import { LogBudget } from '../../../src/server/gateway/log-budget.ts';
import { FolderWatch } from '../../../src/server/sources/folder.ts';
import { ftpClient, RawFtp, textStream } from '../../support/ftp.ts';
import { until } from '../../support/security/world.ts';
import { password, startTestServer, type TestServer } from '../../support/server.ts';
import { editorOf, makeSource, type TestSource, tiltRows } from '../../support/sources.ts';

const root = mkdtempSync(join(tmpdir(), 'groundwatch-ftp-'));
const [cert, key] = [join(root, 'cert.pem'), join(root, 'key.pem')];
const watched = join(root, 'watched');
let server: TestServer;
let token: string;
let platform: string;
let source: TestSource;
let watch: FolderWatch;
const clients: Client[] = [];

const certificate = () =>
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  );
beforeAll(async () => {
  mkdirSync(watched);
  certificate();
  const environment = { SOURCES_DIR: watched, FTP_PORT: '0', TLS_CERT: cert, TLS_KEY: key };
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  server = await startTestServer({ environment });
  platform = await server.login('maintainer');
  token = await editorOf(server, 1);
}, 300_000);
afterAll(async () => {
  for (const client of clients) client.close();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});
let day = Date.UTC(2026, 7, 1);
const mapping = {
  format: 'delimited',
  header: 1,
  timeZone: 'UTC',
  time: { column: 'Time' },
  sensors: [{ station: 'A-1', slot: 0, row: 'tilt', channels: { x: { column: 'X' } } }],
} as const;
beforeEach(async () => {
  day += 86_400_000;
  source = await makeSource(server, token, { ...mapping, sensors: [...mapping.sensors] }, { way: 'ftp' });
  const { storage, sources } = server.running;
  // A second watch of the same folder, looked at when the test says so.
  watch = new FolderWatch({
    ...{ storage, intake: sources.intake, root: watched, now: Date.now, arriving: sources.arriving },
    failed: (error) => {
      throw error;
    },
  });
});

const port = () => server.running.ftp?.access.port ?? 0;
const join2 = (name: string) => join(watched, source.key, name);
const login = async (): Promise<Client> => {
  const client = await ftpClient(port(), source);
  clients.push(client);
  return client;
};
const stamp = (t: number) => new Date(t).toISOString().slice(0, 19).replace('T', ' ');
const line = (minute: number, value: number | string) => `${stamp(day + minute * 60_000)},${value}\n`;
const rows = async () => (await tiltRows(server, day)).map(({ t, x }) => [(t - day) / 60_000, x]);
const read = async () => {
  await watch.look();
  await watch.look();
};
const detail = async () =>
  (await server.call(`/rest/sources/${source.id}`, { token })).envelope?.data as unknown as {
    files: { name: string; problem: string | null }[];
    source: { refused: number };
  };
const refusals = async () => {
  const { envelope } = await server.call('/rest/sources', { token });
  const { refusals: all } = envelope?.data as unknown as { refusals: { sourceId: number; text: string }[] };
  return all.filter(({ sourceId }) => sourceId === source.id).map(({ text }) => text);
};
const listed = async () => {
  const { envelope } = await server.call('/rest/listeners', { token: platform });
  return envelope?.data as unknown as {
    listeners: ListenerView[];
    knocks: { listener: string; reason: KnockReason; detail: string; address: string }[];
  };
};
const listener = async () => (await listed()).listeners.find(({ id }) => id === 'ftp');

describe('files that come', () => {
  it('are stored as from a watched folder; one that grows is continued', async () => {
    const client = await login();
    await client.uploadFrom(textStream(`Time,X\n${line(0, 1.5)}${line(1, 2)}`), 'log.csv');
    expect(readFileSync(join2('log.csv'), 'utf8')).toBe(`Time,X\n${line(0, 1.5)}${line(1, 2)}`);
    await read();
    expect(await rows()).toEqual([
      [0, 1.5],
      [1, 2],
    ]);
    await client.appendFrom(textStream(line(2, 3)), '/log.csv');
    await read();
    expect(await rows()).toHaveLength(3);
    expect(await client.size('log.csv')).toBe(7 + 3 * line(0, 1).length + 2);
    expect((await client.list()).map(({ name, size, isFile }) => [name, size, isFile])).toEqual([
      ['log.csv', await client.size('log.csv'), true],
    ]);
    // Replaced as a whole, with another header.
    await client.uploadFrom(textStream(`X,Time\n7,${stamp(day + 3 * 60_000)}\n`), 'log.csv');
    await read();
    expect((await rows()).at(-1)).toEqual([3, 7]);
    await client.rename('log.csv', 'old.csv');
    await client.remove('old.csv');
    expect(readdirSync(join(watched, source.key))).toEqual([]);
    expect(await rows()).toHaveLength(4);
  });

  it('are not read while they are written, however long they stand still, and read when they are complete', async () => {
    const raw = await RawFtp.loggedIn(port(), source);
    const data = await raw.data();
    expect(await raw.say('STOR slow.csv')).toMatch(/^150/);
    data.write(`Time,X\n${line(0, 1)}${stamp(day + 60_000)},1`);
    await until(async () => existsSync(join2('slow.csv')) && readFileSync(join2('slow.csv')).length > 40);
    await read();
    await read();
    expect(await rows()).toEqual([]);
    // A second connection cannot write into it meanwhile, remove it or rename it.
    const other = await login();
    await expect(other.appendFrom(textStream('x\n'), 'slow.csv')).rejects.toThrow('450');
    await expect(other.remove('slow.csv')).rejects.toThrow('450');
    await expect(other.rename('slow.csv', 'b.csv')).rejects.toThrow('450');
    data.end('5\n');
    expect(await raw.answer()).toMatch(/^226/);
    await read();
    expect(await rows()).toEqual([
      [0, 1],
      [1, 15],
    ]);
    raw.socket.destroy();
  });

  it('renamed while they are read, give each row once', async () => {
    const client = await login();
    await client.uploadFrom(textStream(`Time,X\n${line(0, 1)}${line(1, 2)}`), 'a.csv');
    const { storage, sources } = server.running;
    let isRenamed = false;
    const during = new FolderWatch({
      ...{ storage, root: watched, now: Date.now },
      intake: {
        take: async (...given: Parameters<typeof sources.intake.take>) => {
          if (!isRenamed) await client.rename('a.csv', 'b.csv');
          isRenamed = true;
          return sources.intake.take(...given);
        },
      } as typeof sources.intake,
      failed: (error) => {
        throw error;
      },
    });
    for (let look = 0; look < 4; look++) await during.look();
    expect(isRenamed).toBe(true);
    expect(await rows()).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect((await detail()).files.every(({ problem }) => problem === null)).toBe(true);
  });
});

describe('files that break off', () => {
  /** Sends the beginning of a file and breaks the connection off as `how` says. */
  const broken = async (how: 'reset' | 'killed' | 'ABOR', name: string, text: string) => {
    const raw = await RawFtp.loggedIn(port(), source);
    const data = await raw.data();
    await raw.say(`STOR ${name}`);
    data.write(text);
    await until(async () => existsSync(join2(name)) && readFileSync(join2(name)).length === text.length);
    if (how === 'reset') data.resetAndDestroy();
    if (how === 'ABOR') raw.send(Uint8Array.from([0xff, 0xf4, 0xff, 0xf2, ...Buffer.from('ABOR\r\n')]));
    // Its process is gone: both connections end in good order, without a goodbye.
    if (how === 'killed') {
      data.end();
      raw.socket.end();
    } else expect(await raw.answer()).toMatch(/^426/);
    if (how === 'ABOR') expect(await raw.answer()).toMatch(/^226/);
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    await until(async () => readFileSync(join2(name), 'utf8') === whole);
    raw.socket.destroy();
  };

  it.each([
    'reset',
    'killed',
    'ABOR',
  ] as const)('by %s, are kept up to the last whole line, and continued from there', async (how) => {
    const text = `Time,X\n${line(0, 1)}${stamp(day + 60_000)},1`;
    await broken(how, 'half.csv', text);
    await until(async () => (await refusals()).some((one) => one.includes('half.csv')));
    expect(await refusals()).toEqual(['half.csv was broken off: it is kept up to its last whole line']);
    await read();
    expect(await rows()).toEqual([[0, 1]]);
    const raw = await RawFtp.loggedIn(port(), source);
    const size = Number((await raw.say('SIZE half.csv')).slice(4));
    expect(size).toBe(text.lastIndexOf('\n') + 1);
    const data = await raw.data();
    expect(await raw.say(`REST ${size}`)).toMatch(/^350/);
    expect(await raw.say('STOR half.csv')).toMatch(/^150/);
    data.end(`${stamp(day + 60_000)},12.5\n`);
    expect(await raw.answer()).toMatch(/^226/);
    await read();
    expect(await rows()).toEqual([
      [0, 1],
      [1, 12.5],
    ]);
    // Nothing can be continued beyond its end.
    await raw.data();
    await raw.say('REST 9999');
    expect(await raw.say('STOR half.csv')).toMatch(/^150/);
    expect(await raw.answer()).toBe('554 The file is shorter than that: ask for its SIZE');
    raw.socket.destroy();
  });

  it('are complete where they end within a line and the client stays', async () => {
    const client = await login();
    await client.uploadFrom(textStream(`Time,X\n${line(0, 1)}${stamp(day + 60_000)},4`), 'open.csv');
    expect(readFileSync(join2('open.csv'), 'utf8').endsWith(',4')).toBe(true);
  });
});

describe('who may, and what not', () => {
  it('lets nobody in with a wrong token, a key of another way, or while it is paused, and names them', async () => {
    const other = await makeSource(server, token);
    for (const account of [
      { key: source.key, token: 'wrong' },
      { key: 'src-none', token: source.token },
      { key: other.key, token: other.token },
    ])
      await expect(ftpClient(port(), account)).rejects.toThrow('530 Wrong user or token');
    const raw = await RawFtp.connect(port());
    expect(await raw.say('STOR a.csv')).toMatch(/^530/);
    expect(await raw.say('LIST')).toMatch(/^530/);
    for (const code of [530, 530, 421]) {
      await raw.say(`USER ${source.key}`);
      expect(await raw.say('PASS x')).toMatch(new RegExp(`^${code}`));
    }
    expect(await raw.answer()).toBe('');
    expect((await listed()).knocks).toContainEqual(
      expect.objectContaining({ listener: 'ftp', reason: 'wrongToken', address: '127.0.0.1' }),
    );
    await server.call(`/rest/sources/${source.id}`, {
      ...{ token, method: 'PUT', body: { name: 'held', isPaused: true } },
    });
    await expect(ftpClient(port(), source)).rejects.toThrow('530 The source is paused');
  });

  it.each([
    '../evil.csv',
    '/../evil.csv',
    '..',
    '/a/b.csv',
    'a\\..\\b.csv',
    '.hidden',
    './.hidden',
    'C:evil.csv',
    '',
    'x'.repeat(201),
    '~/x/y',
  ])('takes no file named %j', async (name) => {
    const raw = await RawFtp.loggedIn(port(), source);
    await raw.data();
    expect(await raw.say(`STOR ${name}`)).toMatch(/^553/);
    for (const verb of ['SIZE', 'MDTM', 'DELE', 'RNFR'])
      expect(await raw.say(`${verb} ${name}`)).toMatch(/^550/);
    expect(readdirSync(join(watched, source.key))).toEqual([]);
    expect(readdirSync(root).sort()).toEqual(['cert.pem', 'key.pem', 'watched']);
    raw.socket.destroy();
  });

  it('gives nothing out, opens nothing to others, and makes no folders', async () => {
    const client = await login();
    await client.uploadFrom(textStream('Time,X\n'), 'a.csv');
    for (const [command, code] of [
      ['RETR a.csv', 502],
      ['PORT 10,0,0,1,0,80', 502],
      ['EPRT |1|10.0.0.1|80|', 502],
      ['MKD b', 502],
      ['CWD /b', 550],
      ['CWD ..', 550],
      ['SITE CHMOD 777 a.csv', 502],
      ['FOO', 502],
      ['RNTO b.csv', 503],
      ['STOR a.csv', 425],
    ] as const)
      await expect(client.send(command), command).rejects.toThrow(String(code));
    for (const command of ['CWD /', 'CDUP', 'PWD', 'NOOP', 'SYST', 'TYPE A', 'OPTS UTF8 ON', 'FEAT'])
      expect((await client.send(command)).code).toBeLessThan(300);
    // A link that somebody of the machine put there is neither followed nor seen.
    const outside = join(root, 'outside');
    writeFileSync(outside, 'secret');
    symlinkSync(outside, join2('link.csv'));
    expect((await client.list()).map(({ name }) => name)).toEqual(['a.csv']);
    await expect(client.uploadFrom(textStream('x\n'), 'link.csv')).rejects.toThrow('451');
    expect(readFileSync(outside, 'utf8')).toBe('secret');
    rmSync(outside);
  });

  it('takes no data of another address, no endless command and no flood of them', async () => {
    const raw = await RawFtp.loggedIn(port(), source);
    const answer = await raw.say('PASV');
    const [high = 0, low = 0] = answer.match(/\d+/g)?.slice(-2).map(Number) ?? [];
    const { connect } = await import('node:net');
    const stranger = connect({ port: high * 256 + low, host: '127.0.0.1', localAddress: '127.0.0.2' });
    await new Promise((resolve) => stranger.once('close', resolve));
    await until(async () =>
      (await listed()).knocks.some(({ reason, address }) => reason === 'stranger' && address === '127.0.0.2'),
    );
    raw.send('x'.repeat(2000));
    expect(await raw.answer()).toMatch(/^500/);
    expect(await raw.answer()).toBe('');
    const flood = await RawFtp.loggedIn(port(), source);
    flood.send('NOOP\r\n'.repeat(60));
    await until(async () => flood.socket.destroyed);
    // What is no UTF-8 is a name of nothing.
    const other = await RawFtp.loggedIn(port(), source);
    expect(await other.say(Uint8Array.from([...Buffer.from('SIZE '), 0xb2, 0xe2, 0x0d, 0x0a]))).toMatch(
      /^501/,
    );
    other.socket.destroy();
  });

  it('stores nothing of a file whose token is taken back while it comes, and ends the connection', async () => {
    const raw = await RawFtp.loggedIn(port(), source);
    const first = await raw.data();
    await raw.say('STOR kept.csv');
    first.end(`Time,X\n${line(0, 1)}`);
    await raw.answer();
    const data = await raw.data();
    await raw.say('APPE kept.csv');
    data.write(line(1, 2));
    const size = 7 + line(0, 1).length;
    await until(async () => readFileSync(join2('kept.csv')).length > size);
    await server.call(`/rest/sources/${source.id}/token`, { token, method: 'DELETE' });
    expect(await raw.answer()).toMatch(/^421/);
    await until(async () => raw.socket.destroyed);
    await until(async () => readFileSync(join2('kept.csv')).length === size);
    await read();
    expect(await rows()).toEqual([[0, 1]]);
    await expect(ftpClient(port(), source)).rejects.toThrow('530');
  });

  it('says that the folder is gone, and makes it where it can', async () => {
    renameSync(watched, `${watched}-away`);
    await expect(ftpClient(port(), source)).rejects.toThrow('421 The folder of the source cannot be had');
    renameSync(`${watched}-away`, watched);
    const client = await login();
    rmSync(join(watched, source.key), { recursive: true });
    await expect(client.uploadFrom(textStream('x\n'), 'a.csv')).rejects.toThrow('451');
    await expect(client.list()).rejects.toThrow('450');
    await (await login()).uploadFrom(textStream('Time,X\n'), 'a.csv');
    expect(existsSync(join2('a.csv'))).toBe(true);
  });
});

describe('bounds', () => {
  const refused: string[] = [];
  let small: FtpServer;
  const own = { key: 'src-small', token: 'secret' };
  const folder = join(watched, own.key);
  beforeAll(async () => {
    small = new FtpServer({
      settings: { port: 0, passivePorts: null, passiveAddress: null, tls: null, onlyTls: false },
      ...{ address: '127.0.0.1', root: watched, now: Date.now, log: new LogBudget(server.running.log) },
      host: {
        admit: async (name, secret) => {
          if (name !== own.key || secret !== own.token) throw new Refusal(401, 'sources.token');
          return { id: 1, key: own.key, isPaused: false };
        },
        notTaken: (_source, refusal) => void refused.push(refusal.messageId),
        arriving: server.running.sources.arriving,
      },
      bounds: { file: 100, folder: 250, files: 3 },
      times: { ...ftpTimes, idle: 1500, stall: 400, data: 400, login: 400 },
    });
    await small.start();
  });
  afterAll(() => small.stop());
  beforeEach(() => {
    refused.length = 0;
    rmSync(folder, { recursive: true, force: true });
  });
  const at = () => ftpClient(small.access.port, own);
  const text = (bytes: number) => `${'x'.repeat(bytes - 1)}\n`;

  it('of a file, from both sides: what is too large is not kept', async () => {
    const client = await at();
    await client.uploadFrom(textStream(text(100)), 'a.csv');
    await expect(client.uploadFrom(textStream(text(101)), 'b.csv')).rejects.toThrow(
      '552 The file is too large',
    );
    expect(readdirSync(folder)).toEqual(['a.csv']);
    await expect(client.appendFrom(textStream('y'), 'a.csv')).rejects.toThrow('552');
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe(text(100));
    expect(refused).toEqual(['sources.ftp.fileSize', 'sources.ftp.fileSize']);
    client.close();
  });

  it('of a folder, by bytes and by files, until something is removed', async () => {
    const client = await at();
    await client.uploadFrom(textStream(text(100)), 'a.csv');
    await client.uploadFrom(textStream(text(100)), 'b.csv');
    await expect(client.uploadFrom(textStream(text(51)), 'c.csv')).rejects.toThrow('552 The folder is full');
    await client.uploadFrom(textStream(text(50)), 'c.csv');
    await expect(client.uploadFrom(textStream('y'), 'd.csv')).rejects.toThrow(
      '552 The folder holds too many',
    );
    await client.remove('a.csv');
    await client.uploadFrom(textStream(text(99)), 'd.csv');
    expect(readdirSync(folder).sort()).toEqual(['b.csv', 'c.csv', 'd.csv']);
    expect(refused).toEqual(['sources.ftp.folderFull', 'sources.ftp.manyFiles']);
    client.close();
  });

  it('of time: who does not log in, does not open or stops to send, is let go', async () => {
    const silent = await RawFtp.connect(small.access.port);
    expect(await silent.answer()).toMatch(/^421/);
    const raw = await RawFtp.loggedIn(small.access.port, own);
    await raw.say('PASV');
    expect(await raw.say('STOR a.csv')).toMatch(/^150/);
    expect(await raw.answer()).toBe('425 Nobody opened the connection for data');
    const data = await raw.data();
    await raw.say('STOR a.csv');
    data.write('one\ntw');
    expect(await raw.answer()).toMatch(/^426/);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('one\n');
    expect(await raw.answer()).toBe('421 Nothing came for a while');
  });

  it('of connections: ten of one source', async () => {
    const ten = await Promise.all(Array.from({ length: 10 }, at));
    await expect(at()).rejects.toThrow('421 The source has too many connections');
    ten[0]?.close();
    await until(async () => {
      const client = await at().catch(() => null);
      client?.close();
      return client !== null;
    });
    for (const client of ten) client.close();
  });
});

describe('with TLS', () => {
  it('encrypts the commands and the files of a client that asks for it', async () => {
    const client = await ftpClient(port(), source, true);
    await client.uploadFrom(textStream(`Time,X\n${line(0, 3)}`), 'safe.csv');
    expect((await client.list()).map(({ name }) => name)).toEqual(['safe.csv']);
    client.close();
    await read();
    expect(await rows()).toEqual([[0, 3]]);
  });

  it('forgets what came in the same breath as AUTH, and lets nobody in without it where the settings say so', async () => {
    const raw = await RawFtp.connect(port());
    raw.send(`AUTH TLS\r\nUSER ${source.key}`);
    expect(await raw.answer()).toMatch(/^234/);
    raw.socket.destroy();
    const pem = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    const strict = new FtpServer({
      settings: { port: 0, passivePorts: [50_300, 50_309], passiveAddress: null, tls: pem, onlyTls: true },
      ...{ address: '127.0.0.1', root: watched, now: Date.now, log: new LogBudget(server.running.log) },
      host: {
        admit: async () => ({ id: 1, key: source.key, isPaused: false }),
        notTaken: () => undefined,
        arriving: server.running.sources.arriving,
      },
    });
    await strict.start();
    await expect(ftpClient(strict.access.port, source)).rejects.toThrow('530 Only with TLS');
    const client = await ftpClient(strict.access.port, source, true);
    await client.uploadFrom(textStream('Time,X\n'), 'safe.csv');
    const answer = await client.send('EPSV');
    expect(Number(/\|(\d+)\|/.exec(answer.message)?.[1])).toBeGreaterThanOrEqual(50_300);
    await expect(client.send('PROT C')).rejects.toThrow('534');
    client.close();
    await strict.stop();
  });
});

describe('on the page of TCP servers', () => {
  it('is listed with connections and traffic, restarted alone, and goes on at its port', async () => {
    const before = await listener();
    expect(before).toMatchObject({ state: 'open', port: port(), encryption: 'offered', restarts: true });
    const client = await login();
    await client.uploadFrom(textStream(`Time,X\n${line(0, 1)}`), 'a.csv');
    const after = await listener();
    expect(after?.messagesDay).toBe((before?.messagesDay ?? 0) + 1);
    expect((after?.bytesDay ?? 0) - (before?.bytesDay ?? 0)).toBeGreaterThan(7 + line(0, 1).length);
    expect(after?.open).toBeGreaterThan(0);
    const raw = await RawFtp.loggedIn(port(), source);
    const data = await raw.data();
    await raw.say('APPE a.csv');
    data.write(`${line(1, 2)}half`);
    const size = 7 + 2 * line(0, 1).length;
    await until(async () => readFileSync(join2('a.csv')).length > size);
    const body = { password, body: { restartListener: 'ftp' } };
    const proof = await server.call('/rest/user/confirm', { token: platform, method: 'POST', body });
    const { confirmation } = proof.envelope?.data as unknown as { confirmation: string };
    const done = await server.call('/rest/listeners/ftp/restart', {
      ...{ token: platform, method: 'POST', body: { confirmation } },
    });
    expect(done.envelope?.data).toMatchObject({ listener: { state: 'open', port: before?.port } });
    await until(async () => raw.socket.destroyed);
    expect(readFileSync(join2('a.csv')).length).toBe(size);
    await (await login()).appendFrom(textStream(line(2, 3)), 'a.csv');
    await read();
    expect(await rows()).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });
});
