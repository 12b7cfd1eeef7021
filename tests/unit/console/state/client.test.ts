// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../../../src/console/state/connection/ahead.ts';
import { ApiError, httpMessage } from '../../../../src/console/state/connection/api-error.ts';
import {
  exchange,
  request,
  requestBytes,
  setSessionOver,
  setUnauthorised,
} from '../../../../src/console/state/connection/client.ts';
import { cookiePrefix, deleteCookie, writeCookie } from '../../../../src/console/state/connection/cookies.ts';
import { clearLog, frontendLog } from '../../../../src/console/state/session/frontend-log.ts';
import * as session from '../../../../src/contract/company/session.ts';
import * as stations from '../../../../src/contract/sites/stations.ts';
import { type Answering, envelope, startAnswering } from './answering.ts';

let server: Answering;
beforeAll(async () => {
  server = await startAnswering();
});
afterAll(() => server.stop());
beforeEach(() => {
  setSessionOver(() => undefined);
  setUnauthorised(() => undefined);
});

const path = session.getRoleId.path;
const ask = () => request(session.getRoleId, {});
const problem = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`no ApiError but ${String(error)}`);
  return error;
};

describe('envelope', () => {
  it.each([0, 1, 200])('status %i is success', async (status) => {
    server.answer(path, envelope({ status, msg: '', data: { roleId: 1 } }));
    expect(await ask()).toEqual({ roleId: 1 });
  });
  it('of a refusal carries sentence, message, placeholders, field and data', async () => {
    server.answer(
      path,
      envelope({
        status: 422,
        msg: 'too much',
        messageId: 'api.malformed',
        params: { most: 3 },
        field: 'size',
        data: { needCode: true },
      }),
    );
    expect(await problem(ask())).toMatchObject({
      status: 422,
      message: 'too much',
      messageId: 'api.malformed',
      params: { most: 3 },
      field: 'size',
      data: { needCode: true },
    });
  });
  it('with 401 ends the session', async () => {
    server.answer(path, envelope({ status: 401, msg: 'over', data: null }));
    const over = new Promise<void>((resolve) => setSessionOver(resolve));
    expect((await problem(ask())).status).toBe(401);
    await over;
  });
  it('with 401 sends to login after 100 ms, not before', async () => {
    let answered = 0;
    server.answer(path, (response) => {
      answered = performance.now();
      envelope({ status: 401, msg: 'over', data: null })(response);
    });
    const over = new Promise<number>((resolve) => setSessionOver(() => resolve(performance.now())));
    await problem(ask());
    // From the answer on, and not from what this test has seen of it: on a busy machine it sees that late.
    expect((await over) - answered).toBeGreaterThan(95);
  });
  it('that refuses is the caller’s to show, and not in the log', async () => {
    server.answer(path, envelope({ status: 422, msg: 'too much', data: null }));
    clearLog();
    expect(await problem(ask())).toMatchObject({ url: path, method: 'POST' });
    expect(frontendLog.entries).toEqual([]);
  });
  it('is answered whole to who asks for it', async () => {
    server.answer(path, envelope({ status: 0, msg: 'well', data: null }));
    expect(await exchange(session.getRoleId, {})).toMatchObject({ msg: 'well', data: null });
  });
});

describe('HTTP status', () => {
  it.each([
    400, 401, 403, 404, 408, 500, 501, 502, 503, 504, 505,
  ])('%i has its own message', async (status) => {
    server.answer(path, envelope({ status, msg: 'said', data: null }, status));
    const error = await problem(ask());
    expect([error.status, error.message]).toEqual([status, 'said']);
    expect(httpMessage(status)).toBe(`http.${status}`);
  });
  it('is reported without an envelope too', async () => {
    server.answer(path, (response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    expect(await problem(ask())).toMatchObject({ status: 502, message: '' });
  });
});

describe('HTTP 401', () => {
  it('asks the user to log in; any other status does not', async () => {
    const asked = vi.fn();
    setUnauthorised(asked);
    for (const status of [400, 403, 500]) {
      server.answer(path, envelope({ status, msg: '', data: null }, status));
      await problem(ask());
    }
    expect(asked).not.toHaveBeenCalled();
    server.answer(path, envelope({ status: 401, msg: '', data: null }, 401));
    await problem(ask());
    expect(asked).toHaveBeenCalledTimes(1);
    setUnauthorised(() => undefined);
  });
});

describe('the log', () => {
  it.each([404, 500, 503])('has HTTP %i, with the call that failed, equal ones once', async (status) => {
    clearLog();
    server.answer(path, (response) => response.writeHead(status).end());
    await problem(ask());
    await problem(ask());
    expect(frontendLog.entries).toMatchObject([
      { name: `HTTP ${status}`, messageId: `http.${status}`, where: `POST ${path}`, count: 2 },
    ]);
  });
  it('has no call that was given up', async () => {
    clearLog();
    server.answer(path, () => undefined);
    const abort = new AbortController();
    const call = request(session.getRoleId, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(frontendLog.entries).toEqual([]);
  });
});

describe('after 280 s', () => {
  /** Runs the clock of the page, and of nothing else, to just before and then past the limit. */
  const late = async (call: Promise<unknown>, begun: () => Promise<unknown>) => {
    const ended = problem(call);
    await begun();
    await vi.advanceTimersByTimeAsync(279_000);
    expect(await Promise.race([ended, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1001);
    return ended;
  };
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => vi.useRealTimers());
  it('a call without an answer is a request timeout', async () => {
    let begin: (value: unknown) => void = () => undefined;
    const begun = new Promise((resolve) => {
      begin = resolve;
    });
    server.answer(path, () => begin(true));
    expect(await late(ask(), () => begun)).toMatchObject({ status: 408, messageId: 'http.408' });
  });
  it('so is one whose answer never ends', async () => {
    let begin: (value: unknown) => void = () => undefined;
    const begun = new Promise((resolve) => {
      begin = resolve;
    });
    server.answer(path, (response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).write('a part');
      begin(true);
    });
    const call = requestBytes(session.getRoleId, {});
    expect(await late(call, () => begun)).toMatchObject({ status: 408, messageId: 'http.408' });
  });
});

describe('faults', () => {
  it('a proxy’s page in place of an envelope is a gateway error', async () => {
    server.answer(path, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    expect(await problem(ask())).toMatchObject({ status: 502, messageId: 'http.502' });
  });
  it('no answer is a network error', async () => {
    server.answer(path, (response) => response.destroy());
    expect(await problem(ask())).toMatchObject({ status: 0, messageId: 'http.network' });
  });
  it('a call that is given up throws the browser’s own error', async () => {
    server.answer(path, () => undefined);
    const abort = new AbortController();
    const call = request(session.getRoleId, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('what is sent', () => {
  it('the token, the language, and a JSON body', async () => {
    writeCookie(`${cookiePrefix}token`, 'a+b/c=', 1);
    writeCookie('lang', 'ja', 365);
    server.answer(path, envelope({ status: 200, msg: '', data: { roleId: 1 } }));
    await ask();
    expect(server.asked.at(-1)).toMatchObject({
      method: 'POST',
      body: '{}',
      headers: { authorization: 'a+b/c=', lang: 'ja', 'content-type': 'application/json' },
    });
    deleteCookie(`${cookiePrefix}token`);
    await ask();
    expect(server.asked.at(-1)?.headers.authorization).toBeUndefined();
  });
  it('parameters and query, escaped; what is undefined is left out', () => {
    const call = { ...stations.station, path: '/rest/x/:stationId' };
    expect(
      addressOf(call, { params: { stationId: 'a/b ?' }, query: { from: 1, to: undefined, text: '三&' } }),
    ).toBe('/rest/x/a%2Fb%20%3F?from=1&text=%E4%B8%89%26');
  });
});

describe('binary', () => {
  it('comes as bytes', async () => {
    server.answer(path, (response) =>
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from([0, 255, 7])),
    );
    expect([...new Uint8Array(await requestBytes(session.getRoleId, {}))]).toEqual([0, 255, 7]);
  });
  it('refused comes as an envelope', async () => {
    server.answer(path, envelope({ status: 409, msg: 'moved', data: null }));
    expect(await problem(requestBytes(session.getRoleId, {}))).toMatchObject({
      status: 409,
      message: 'moved',
    });
  });
});
