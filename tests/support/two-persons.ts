/** A server with a second and a third operator of company A, a siren at its station, and ways to sign. */

import type { JointAct } from '../../src/contract/company/two-persons.ts';
import type { SirenSite } from '../../src/contract/sites/sirens.ts';
import type { Definition } from '../../src/domain/alarms/definition.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { definitionOf } from './alarms.ts';
import { type Answer, password, startTestServer, type TestServer } from './server.ts';

const once = { readings: 1 } as const;
/** Red from 20. */
export const redTilt: Definition = definitionOf({
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    {
      level: 'red',
      condition: { type: 'limit', term: 0, side: 'above', limit: 20, release: 18 },
      hold: once,
      releaseHold: once,
    },
  ],
});

export interface Site {
  readonly server: TestServer;
  /** operatorA, another operator of company A (second), operatorB, the maintainer, somebody who may look alone. */
  readonly tokens: Record<'a' | 'second' | 'b' | 'maintainer' | 'viewer', string>;
  post(token: string, path: string, body: unknown, method?: string): Promise<Answer>;
  /** The site of station 1 as operatorA sees it. */
  site(): Promise<SirenSite>;
  acts(token: string): Promise<readonly JointAct[]>;
  /** Signs as the second person on their own console. */
  sign(token: string, act: Pick<JointAct, 'id' | 'hash'>, more?: object): Promise<Answer>;
  /** The act that a call has left waiting. @throws where it has not */
  waiting(answer: Answer, token?: string): Promise<JointAct>;
  /** A reading of sensor 1; `ago`: ms since it was collected. */
  measure(x: number, ago?: number): Promise<void>;
  orders(): Promise<
    readonly { readonly id: string; readonly reason: string; readonly user_id: number | null }[]
  >;
}

/** Whether a call was done: a refusal is an answer too. */
export const isDone = (answer: Answer) => answer.envelope?.status === 200 || answer.text;
export const dataOf = <T>(answer: Answer) => answer.envelope?.data as T | undefined;

export async function startSite(databaseUrl?: string): Promise<Site> {
  const server = await startTestServer(databaseUrl === undefined ? {} : { databaseUrl });
  const { storage } = server.running;
  await createUser(storage, { accountName: 'second', password, companyId: 1, roleId: 2, language: 'en' });
  await createUser(storage, { accountName: 'viewer', password, companyId: 1, roleId: 3, language: 'en' });
  await storage.write((db) =>
    db
      .insertInto('sensors')
      .values({ rtu_id: 1, slot: 1, kind: 10, name: null, install_state: 1, mount_mode: 0, mount_azimuth: 0 })
      .execute(),
  );
  await server.running.board.load();
  const [a, second, b, maintainer, viewer] = await Promise.all(
    ['operatorA', 'second', 'operatorB', 'maintainer', 'viewer'].map((name) => server.login(name)),
  );
  const tokens = {
    a: a ?? '',
    second: second ?? '',
    b: b ?? '',
    maintainer: maintainer ?? '',
    viewer: viewer ?? '',
  };
  const post: Site['post'] = (token, path, body, method = 'POST') =>
    server.call(path, { token, method, body });
  const acts: Site['acts'] = async (token) =>
    dataOf<{ acts: JointAct[] }>(await server.call('/rest/two-persons', { token }))?.acts ?? [];
  let clock = 0;
  return {
    server,
    tokens,
    post,
    acts,
    async site() {
      const found = dataOf<{ site: SirenSite }>(
        await server.call('/rest/sirens/1', { token: tokens.a }),
      )?.site;
      if (found === undefined) throw new Error('no site');
      return found;
    },
    sign: (token, { id, hash }, more = {}) =>
      post(token, `/rest/two-persons/${id}/sign`, { hash, password, ...more }),
    async waiting(answer, token = tokens.a) {
      if (answer.envelope?.messageId !== 'joint.waiting') throw new Error(answer.text);
      const { jointId } = dataOf<{ jointId: string }>(answer) ?? {};
      const act = (await acts(token)).find(({ id }) => id === jointId);
      if (act === undefined) throw new Error('the act is not listed');
      return act;
    },
    async measure(x, ago = 0) {
      clock = Math.max(clock + 1, Date.now());
      const t = clock - ago;
      const reading = {
        sourceId: 1,
        row: 'tilt' as const,
        element: 0,
        t,
        receivedAt: clock,
        historical: ago > 0,
        values: { x },
      };
      const result = await storage.readings.ingest([reading]);
      server.running.gateway.events.emit('stored', { batch: [reading], result });
      await server.running.alarmEngine.settle();
      await server.running.sirenCaller.settle();
    },
    orders: () =>
      storage.db
        .selectFrom('orders')
        .select(['id', 'reason', 'user_id'])
        .where('name', '=', 'soundAlarm')
        .orderBy('id')
        .execute(),
  };
}
