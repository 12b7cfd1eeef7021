/** Every call × who asks; malformed requests; envelopes and their transport. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeHistory } from '../../src/contract/history/decode.ts';
import { calls } from '../../src/contract/index.ts';
import { firstReading, readingCount, startTestServer, type TestServer } from '../support/server.ts';
import { buildIfStale } from '../support/tools/build-if-stale.ts';

let server: TestServer;
const tokens = new Map<string, string>();
beforeAll(async () => {
  buildIfStale();
  server = await startTestServer();
  for (const account of ['maintainer', 'operatorA', 'operatorB', 'strangerA']) {
    tokens.set(account, await server.login(account));
  }
});
afterAll(async () => {
  await server.stop();
});
const token = (account: string) => tokens.get(account) ?? '';
const as = (account: string) => ({ token: token(account) });

/** An address of each call that reads something of company A; `foreign`: B must not find it. */
const range = `from=${firstReading}&to=${firstReading + 3_600_000}`;
const samples: Readonly<Record<string, { path: string; foreign: boolean; method?: string; body?: unknown }>> =
  {
    'session.info': { path: '/rest/user/getInfo', foreign: false, method: 'POST', body: {} },
    'session.permissions': {
      path: '/rest/user/permissions',
      foreign: false,
      method: 'POST',
      body: { platform: 'admin' },
    },
    'session.roleId': { path: '/rest/user/getroleid', foreign: false, method: 'POST', body: {} },
    'stations.list': { path: '/rest/stations', foreign: false },
    'stations.one': { path: '/rest/stations/1', foreign: true },
    'stations.overview': { path: '/rest/stations/1/overview', foreign: true },
    'readings.rows': { path: `/rest/readings/1/rows?row=tilt&limit=10&${range}`, foreign: true },
    'readings.waveform': { path: '/rest/readings/1/waveform', foreign: true },
    'readings.captures': { path: `/rest/readings/1/captures?limit=10&${range}`, foreign: true },
    'history.columns': {
      path: `/rest/history/1/columns?row=tilt&channels=x,y&bins=1000&${range}`,
      foreign: true,
    },
    'history.gaps': { path: `/rest/history/1/gaps?row=tilt&${range}`, foreign: true },
  };
/** Every call × everybody is generated in security/matrix.test.ts; here are those whose answers are looked at. */
const guarded = calls.filter((call) => Object.hasOwn(samples, call.id));

describe.each(guarded.map((call) => [call.id, call] as const))('%s', (id, call) => {
  const sample = samples[id];
  const ask = (account?: string) => {
    if (sample === undefined) throw new Error(`no sample of ${id}`);
    const { path, method = 'GET', body } = sample;
    return server.call(path, {
      method,
      ...(body === undefined ? {} : { body }),
      ...(account === undefined ? {} : as(account)),
    });
  };

  it('is refused without a session: envelope 401 on HTTP 200', async () => {
    const answer = await ask();
    expect([answer.http, answer.envelope?.status]).toEqual([200, 401]);
  });
  it('is given to one of the company', async () => {
    const answer = await ask('operatorA');
    expect(answer.http).toBe(200);
    if (answer.envelope !== null) expect(answer.envelope.status).toBe(200);
  });
  if (call.access !== 'session') {
    it('is refused without the permission: HTTP 403', async () => {
      expect((await ask('strangerA')).http).toBe(403);
    });
  }
  if (sample?.foreign) {
    it('is not found by another company: HTTP 404', async () => {
      const answer = await ask('operatorB');
      expect([answer.http, answer.envelope?.messageId]).toEqual([404, 'api.notFound']);
    });
  }
});

describe('companies are kept apart', () => {
  it('in the list', async () => {
    const list = async (account: string) => {
      const { envelope } = await server.call('/rest/stations', as(account));
      return (envelope?.data as { stations: { id: number }[] } | undefined)?.stations.map(
        (station) => station.id,
      );
    };
    expect(await list('operatorA')).toEqual([1]);
    expect(await list('operatorB')).toEqual([2]);
    expect(await list('maintainer')).toEqual([1, 2]);
  });

  it.each([
    'rows?row=tilt',
    'rows?row=tilt&element=1',
    'rows?row=tilt&before=9999999999999',
    'rows?row=status',
    'rows?row=waveform',
    'waveform?t=1',
    'captures?from=1&to=2&limit=3',
  ])('with every optional parameter: readings/1/%s', async (rest) => {
    expect((await server.call(`/rest/readings/1/${rest}`, as('operatorB'))).http).toBe(404);
  });
  it.each([
    'columns?row=tilt&channels=x&latest=20',
    'columns?row=tilt&channels=x&element=0',
    'columns?row=status&channels=batteryVoltage',
  ])('with every optional parameter: history/1/%s', async (rest) => {
    expect((await server.call(`/rest/history/1/${rest}`, as('operatorB'))).http).toBe(404);
  });
});

describe('malformed requests get 400 and name the field', () => {
  it.each([
    ['/rest/readings/1/rows', 'row'],
    ['/rest/readings/1/rows?row=nothing', 'row'],
    ['/rest/readings/1/rows?row=tilt&limit=0', 'limit'],
    ['/rest/readings/1/rows?row=tilt&limit=abc', 'limit'],
    ['/rest/readings/1/rows?row=tilt&unknown=1', 'unknown'],
    ['/rest/readings/1/rows?row=tilt&__proto__=1', '__proto__'],
    ['/rest/readings/one/rows?row=tilt', 'sourceId'],
    ['/rest/history/1/columns?row=tilt&channels=nothing', 'channels'],
    ['/rest/history/1/columns?row=tilt&channels=', 'channels'],
    [`/rest/history/1/columns?row=tilt&channels=x&from=${firstReading}&to=${firstReading}`, 'from'],
    ['/rest/stations?company=2', 'company'],
  ])('%s → %s', async (path, field) => {
    const answer = await server.call(path, as('operatorA'));
    expect([answer.http, answer.envelope?.field]).toEqual([400, field]);
    expect(answer.text).not.toMatch(/\.ts|node_modules|SELECT|\bat /);
  });
  it.each([
    ['{', 'body'],
    ['{"accountName":"a"}', 'password'],
    ['{"accountName":null,"password":"x"}', 'accountName'],
    ['{"accountName":"a","password":"x","roleId":1}', 'roleId'],
    ['{"accountName":"a","password":"x","constructor":1}', 'constructor'],
    [`{"accountName":${'['.repeat(40)}${']'.repeat(40)},"password":"x"}`, '…'],
  ])('login with %s → %s', async (body, field) => {
    const answer = await server.call('/login', { method: 'POST', body });
    expect(answer.http).toBe(400);
    expect(answer.envelope?.field).toContain(field);
  });
  it('a body over 1 MB', async () => {
    const answer = await server.call('/login', {
      method: 'POST',
      body: { accountName: 'a', password: 'x'.repeat(1_100_000) },
    });
    expect([answer.http, answer.envelope?.messageId]).toEqual([400, 'api.tooLarge']);
  });
  it('no body at all under a JSON content type is an empty one', async () => {
    const answers = await Promise.all(
      ['/rest/user/getInfo', '/rest/user/getroleid', '/rest/user/permissions'].map(async (path) => {
        const response = await fetch(server.address + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: token('operatorA') },
        });
        return [path, ((await response.json()) as { status: number; messageId?: string }).status];
      }),
    );
    expect(answers).toEqual([
      ['/rest/user/getInfo', 200],
      ['/rest/user/getroleid', 200],
      ['/rest/user/permissions', 200],
    ]);
    const broken = await fetch(`${server.address}/rest/user/getInfo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token('operatorA') },
      body: ' {"a": ',
    });
    expect(broken.status).toBe(400);
  });
  it('an unknown address', async () => {
    expect((await server.call('/rest/nothing', as('operatorA'))).http).toBe(404);
  });
});

describe('answers', () => {
  it('speak the language that is asked for', async () => {
    const said = async (lang: string) =>
      (await server.call('/rest/stations/9', { ...as('operatorA'), headers: { lang } })).envelope?.msg;
    expect([await said('zh-chs'), await said('en'), await said('ja')]).toEqual([
      '找不到 测站 9',
      'station 9 was not found',
      '観測局 9 が見つかりません',
    ]);
  });
  it('of history are the readings that went in', async () => {
    const response = await fetch(`${server.address}${samples['history.columns']?.path}`, {
      headers: { authorization: token('operatorA') },
    });
    const columns = decodeHistory(await response.arrayBuffer());
    if (columns.mode !== 'raw') throw new Error('bins where every reading fits');
    expect(columns.t).toHaveLength(readingCount);
    expect(columns.t[0]).toBe(firstReading);
    expect(columns.channels[0]?.values.at(10)).toBeCloseTo(0.1, 9);
  });
  it('are packed where they are long text, as they are where they are short or dense', async () => {
    const encodingOf = async (path: string) => {
      const answer = await fetch(`${server.address}${path}`, {
        headers: { authorization: token('maintainer'), 'accept-encoding': 'gzip' },
      });
      expect(answer.status).toBe(200);
      const bytes = (await answer.arrayBuffer()).byteLength;
      return [answer.headers.get('content-encoding'), bytes > 4096];
    };
    expect(await encodingOf('/openapi.json')).toEqual(['gzip', true]);
    expect(await encodingOf(`/rest/readings/1/rows?row=tilt&limit=200&${range}`)).toEqual(['gzip', true]);
    expect(await encodingOf('/rest/settings')).toEqual([null, false]);
  });
  it('to a browser opening a page are the console, under a policy without unsafe scripts', async () => {
    for (const path of ['/', '/index', '/login', '/rest/datshow/list2', '/station/1/curve', '/nowhere']) {
      const response = await fetch(server.address + path, { headers: { accept: 'text/html' } });
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    }
  });
  it('to a browser name the base of the API where it is a setting, and allow it alone besides themselves', async () => {
    const page = async (of: string) => {
      const answer = await fetch(`${of}/index`, { headers: { accept: 'text/html' } });
      const policy = answer.headers.get('content-security-policy') ?? '';
      const named = (await answer.text()).match(/<meta name="api-base" content="([^"]*)">/)?.[1];
      return { named, connect: policy.match(/connect-src ([^;]*)/)?.[1]?.split(' ') };
    };
    const base = 'https://api.example.org:8443/contract';
    const other = await startTestServer({ environment: { API_BASE: base } });
    try {
      const [own, set] = [await page(server.address), await page(other.address)];
      expect([own.named, set.named]).toEqual([undefined, base]);
      expect(set.connect).toEqual([...(own.connect ?? []), 'https://api.example.org:8443']);
    } finally {
      await other.stop();
    }
  });
  it.each([
    '/dist/../package.json',
    '/dist/%2e%2e/package.json',
    '/dist/..%2f..%2fpackage.json',
    '/dist/assets/nothing.js',
  ])('to a path outside the console are 404: %s', async (path) => {
    expect((await server.call(path)).http).toBe(404);
  });
  it('as OpenAPI list every call', async () => {
    const { envelope } = await server.call('/openapi.json');
    const { paths } = envelope as unknown as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId),
    );
    expect(ids.sort()).toEqual(calls.map((call) => call.id).sort());
  });
});

describe('the page of the console', () => {
  const page = async (path: string, lang: string) => {
    const headers = { accept: 'text/html', cookie: `lang=${lang}` };
    const answer = await fetch(server.address + path, { headers });
    return [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(([, file = '']) => file);
  };

  it('P14: names the files that its screen and its language will ask for, and they are there', async () => {
    const files = await page('/index?project=1', 'ja');
    const named = (name: string) => files.filter((file) => file.startsWith(`/dist/assets/${name}-`));
    expect(named('home').length).toBeGreaterThan(0);
    expect(named('ja')).toHaveLength(1);
    expect(named('zh-chs')).toHaveLength(0);
    for (const file of files) {
      const { status, headers } = await fetch(server.address + file);
      expect([file, status]).toEqual([file, 200]);
      expect(headers.get('content-type')).toMatch(file.endsWith('.css') ? /css/ : /javascript/);
    }
  });

  it('P14: names no screen where the address has none of those, and the default words where no language is known', async () => {
    const files = await page('/audit', 'xx');
    expect(files.filter((file) => /home|station/i.test(file))).toEqual([]);
    expect(files.filter((file) => file.includes('/zh-chs-'))).toHaveLength(1);
  });
});
