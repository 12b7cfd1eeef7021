/** The send lists of projects: addresses without an account. */
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import type * as contract from '../../contract/notify/send-list.ts';
import { auditBy, type By } from '../audit/by.ts';
import { boundInForce } from '../platform/state.ts';
import type { Board } from '../sites/board.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

interface Place {
  readonly storage: Storage;
  readonly board: Board;
  readonly now: () => number;
}
type Given = BodyOf<typeof contract.importListAddresses>['addresses'][number];

function mustSee({ board }: Place, by: By, projectId: number): void {
  if (!board.projects(by.viewer).some(({ id }) => id === projectId))
    throw new Refusal(404, 'api.notFound', { what: `project ${projectId}` });
}

const trimmed = ({ address, name, language }: Given): Given => ({
  address: address.trim(),
  name: name.trim(),
  language,
});

const audited = (db: Db, by: By, projectId: number, at: number, detail: string) =>
  auditBy(db, by, { at, action: 'notify.list', subject: `project:${projectId}`, detail });

/** Adds addresses to a list within the caller's transaction; those that are there already are changed. */
async function put(db: Db, projectId: number, given: readonly Given[], now: number) {
  const known = new Map(
    (await db.selectFrom('send_list').selectAll().where('project_id', '=', projectId).execute()).map(
      (row) => [row.address, row],
    ),
  );
  const own = new Map(given.map(trimmed).map((one) => [one.address, one]));
  const count = { added: 0, changed: 0, same: 0 };
  for (const { address, name, language } of own.values()) {
    const row = known.get(address);
    if (row === undefined) {
      count.added += 1;
      const added = { project_id: projectId, address, name, language, created_at: now };
      await db.insertInto('send_list').values(added).execute();
    } else if (row.name === name && row.language === language) count.same += 1;
    else {
      count.changed += 1;
      await db.updateTable('send_list').set({ name, language }).where('id', '=', row.id).execute();
    }
  }
  const most = await boundInForce(db, 'notifyParts');
  if (count.added > 0 && known.size + count.added > most)
    throw new Refusal(422, 'notify.problem.listFull', { most, count: known.size }, 'addresses');
  return count;
}

/** @throws Refusal 404 for a foreign project; 422 where the list is full */
export async function addAddress(
  place: Place,
  by: By,
  { projectId, ...given }: BodyOf<typeof contract.addListAddress>,
) {
  mustSee(place, by, projectId);
  const own = trimmed(given);
  return place.storage.write(async (db) => {
    const now = place.now();
    await put(db, projectId, [own], now);
    const { id } = await db
      .selectFrom('send_list')
      .select('id')
      .where('project_id', '=', projectId)
      .where('address', '=', own.address)
      .executeTakeFirstOrThrow();
    await audited(db, by, projectId, now, `+ ${own.address}`);
    return { address: { id, projectId, ...own } };
  });
}

/** @throws Refusal 404 for a foreign project; 422 where the list would be too long: nothing is taken then */
export async function importAddresses(
  place: Place,
  by: By,
  { projectId, addresses }: BodyOf<typeof contract.importListAddresses>,
) {
  mustSee(place, by, projectId);
  return place.storage.write(async (db) => {
    const now = place.now();
    const count = await put(db, projectId, addresses, now);
    await audited(db, by, projectId, now, `+ ${count.added}, ± ${count.changed}`);
    return count;
  });
}

/** @throws Refusal 404 for what is foreign or gone */
export async function removeAddress(place: Place, by: By, id: number): Promise<Record<string, never>> {
  await place.storage.write(async (db) => {
    const row = await db.selectFrom('send_list').selectAll().where('id', '=', id).executeTakeFirst();
    const isOwn =
      row !== undefined && place.board.projects(by.viewer).some((project) => project.id === row.project_id);
    if (!isOwn) throw new Refusal(404, 'api.notFound', { what: `address ${id}` });
    await db.deleteFrom('send_list').where('id', '=', id).execute();
    await audited(db, by, row.project_id, place.now(), `− ${row.address}`);
  });
  return {};
}
