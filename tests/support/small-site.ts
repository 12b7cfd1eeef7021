/** One company with one station of `rtus` RTUs, each with a tilt sensor in slot 0, and a maintainer. */
import { createUser } from '../../src/server/accounts/users.ts';
import { createCredential } from '../../src/server/gateway/connections/credential.ts';
import type { Storage } from '../../src/server/storage/storage.ts';

export const account = { accountName: 'maintainer', password: 'slope-of-the-test' } as const;
export const group = 'P01';

/** Answers the broker's password of each RTU by its serial number (GW1, GW2, …). Ids of RTU n and its sensor are n. */
export async function writeSmallSite(storage: Storage, rtus: number): Promise<ReadonlyMap<string, string>> {
  const passwords = new Map<string, string>();
  await storage.write(async (db) => {
    await db.insertInto('companies').values({ name: 'c', created_at: 0 }).execute();
    const zone = { time_zone: 'Asia/Shanghai', day_boundary: 480, retention_days: null };
    await db
      .insertInto('projects')
      .values({ company_id: 1, code: group, name: 'p', ...zone })
      .execute();
    const place = { site: 'slope', latitude: 25, longitude: 102, time_zone: 'Asia/Shanghai' };
    await db
      .insertInto('stations')
      .values({ project_id: 1, code: 'S1', name: 's', name_reading: null, ...place })
      .execute();
    for (let id = 1; id <= rtus; id++) {
      const { password, hash } = createCredential();
      passwords.set(`GW${id}`, password);
      const cycles = { install_state: 1, send_cycle: 3600, collection_cycle: 600 };
      const contact = { last_contact_at: null, jitter: 0, problems: '[]' };
      await db
        .insertInto('rtus')
        .values({ station_id: 1, sn: `GW${id}`, credential_hash: hash, ...cycles, ...contact })
        .execute();
      const mount = { install_state: 1, mount_mode: 0, mount_azimuth: 0 };
      await db
        .insertInto('sensors')
        .values({ rtu_id: id, slot: 0, kind: 4, name: null, ...mount })
        .execute();
    }
  });
  await createUser(storage, { ...account, companyId: null, roleId: 1, language: 'en' });
  return passwords;
}

/** Token of the maintainer; throws with the answer when there is none. */
export async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: 'en' },
    body: JSON.stringify(account),
  });
  const text = await response.text();
  const token = /"loginToken":"([^"]+)"/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no session: ${text}`);
  return token;
}
