// @vitest-environment happy-dom
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, sendAhead } from '../../../../src/console/state/connection/ahead.ts';
import { request } from '../../../../src/console/state/connection/client.ts';
import * as session from '../../../../src/contract/company/session.ts';
import { type Answering, envelope, startAnswering } from './answering.ts';

let server: Answering;
beforeAll(async () => {
  server = await startAnswering();
  server.answer(session.getRoleId.path, envelope({ status: 0, msg: '', data: { roleId: 1 } }));
  server.answer(
    session.permissions.path,
    envelope({ status: 0, msg: '', data: { menus: [], permissions: [] } }),
  );
});
afterAll(() => server.stop());

const timesAsked = (path: string) => server.asked.filter(({ url }) => url === path).length;

it('the answer of a call that was sent ahead goes to the first who asks; the next asks anew', async () => {
  sendAhead(session.getRoleId);
  expect(await request(session.getRoleId, {})).toEqual({ roleId: 1 });
  expect(timesAsked(session.getRoleId.path)).toBe(1);
  await request(session.getRoleId, {});
  expect(timesAsked(session.getRoleId.path)).toBe(2);
});

it('calls go to the base of the API that the page names, else to where the page is from', async () => {
  expect(addressOf(session.getRoleId, {})).toBe(session.getRoleId.path);
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'api-base', content: `${server.address}/behind` });
  document.head.append(meta);
  try {
    server.answer(`/behind${session.getRoleId.path}`, envelope({ status: 0, msg: '', data: { roleId: 7 } }));
    expect(await request(session.getRoleId, {})).toEqual({ roleId: 7 });
  } finally {
    meta.remove();
  }
});

it('who asks with another body gets an answer of their own', async () => {
  sendAhead(session.permissions, { platform: 'admin' });
  await request(session.permissions, { body: { platform: 'app' } });
  expect(timesAsked(session.permissions.path)).toBe(2);
});
