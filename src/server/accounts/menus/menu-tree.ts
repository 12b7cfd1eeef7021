/** The menu tree that everybody sees: as the product comes, or as it was last saved. */
import { Refusal } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
import { isKnownPermission } from '../../../base/permissions.ts';
import type { BodyOf, DataOf } from '../../../contract/call.ts';
import {
  type MenuNode,
  type menuTree,
  mostMenuNodes,
  type saveMenus,
} from '../../../contract/company/menus.ts';
import { menuGroups } from '../../../contract/page.ts';
import { pageIds, pageOf } from '../../../contract/pages.ts';
import { flatTree, standsAt, withAdded } from '../../../domain/menu-tree.ts';
import { auditBy, type By } from '../../audit/by.ts';
import type { Db } from '../../sites/edit/editor.ts';
import { everyCompany } from '../../sites/edit/scope.ts';
import { fromJson, toJson } from '../../storage/json.ts';
import type { Login } from '../login.ts';

/** The page on which the tree is edited: hidden, nobody could bring anything back. */
const editor = 'menus';
const mostVersions = 50;

const nodeOf = (type: MenuNode['type'], key: string, children: readonly MenuNode[] = []): MenuNode => ({
  ...{ key, type, nameChinese: '', nameEnglish: '', nameJapanese: '', icon: '', address: '' },
  ...{ permission: '', hidden: false, children },
});

/** The tree as the product comes: every page with a place in the menu, in its group. */
export const originalTree: readonly MenuNode[] = Object.keys(menuGroups).map((group) =>
  nodeOf(
    'group',
    group,
    pageIds.filter((id) => pageOf(id).menu?.group === group).map((id) => nodeOf('page', id)),
  ),
);

/** A saved tree with the pages that a newer version of the product brings, at the end of their groups. */
export function completedTree(tree: readonly MenuNode[]): readonly MenuNode[] {
  const known = new Set(flatTree(tree).map(({ node }) => node.key));
  return originalTree.reduce((done, group) => {
    const missing = group.children.filter(({ key }) => !known.has(key));
    if (!known.has(group.key))
      return missing.length === 0 ? done : withAdded(done, null, { ...group, children: missing });
    return missing.reduce((next, page) => withAdded(next, group.key, page), done);
  }, tree);
}

/** The newest saved version; null where the tree is as it came. */
async function newest(db: Db) {
  return db.selectFrom('menu_versions').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst();
}

/** The tree that everybody sees now. */
export async function currentTree(db: Db): Promise<readonly MenuNode[]> {
  const row = await newest(db);
  return row === undefined ? originalTree : completedTree(fromJson(row.tree));
}

/** The tree as its editor needs it. @throws Refusal for who does not see every company: the menu is the platform's */
export async function readMenus(db: Db, by: By): Promise<DataOf<typeof menuTree>> {
  everyCompany(by.viewer);
  const rows = await db
    .selectFrom('menu_versions')
    .select(['version', 'at', 'account_name', 'reason'])
    .orderBy('version', 'desc')
    .limit(mostVersions)
    .execute();
  return {
    version: rows[0]?.version ?? 0,
    tree: await currentTree(db),
    original: originalTree,
    versions: rows.map(({ version, at, account_name: accountName, reason }) => ({
      ...{ version, at, accountName, reason },
    })),
  };
}

const nameOf = (node: MenuNode) => node.nameEnglish || node.nameChinese || node.nameJapanese || node.key;

/** What is wrong with one entry, as a message about it; null = nothing. */
function problemOf(node: MenuNode, depth: number): MessageId | null {
  if (!standsAt(node.type, depth)) return 'menus.wrongPlace';
  if (node.type === 'page') {
    if (!pageIds.some((id) => id === node.key && pageOf(id).menu !== undefined)) return 'menus.noPage';
    return node.key === editor && node.hidden ? 'menus.keepsItself' : null;
  }
  if (node.type === 'group' && node.key in menuGroups) return null;
  if (node.nameChinese === '' && node.nameEnglish === '' && node.nameJapanese === '') return 'menus.noName';
  if (node.type === 'link' && !/^https?:\/\/[^\s/]+/.test(node.address)) return 'menus.noAddress';
  if (node.permission !== '' && !isKnownPermission(node.permission)) return 'menus.noPermission';
  return null;
}

/** @throws Refusal 422 naming the entry that cannot be so */
function checkTree(tree: readonly MenuNode[]): void {
  const all = flatTree(tree);
  if (all.length > mostMenuNodes) throw new Refusal(422, 'menus.tooMany', { count: mostMenuNodes }, 'tree');
  const keys = new Set<string>();
  for (const { node, depth } of all) {
    const problem = keys.has(node.key) ? 'menus.twice' : problemOf(node, depth);
    if (problem !== null) throw new Refusal(422, problem, { name: nameOf(node) }, 'tree');
    keys.add(node.key);
  }
  const lost = flatTree(originalTree).find(({ node }) => node.type === 'page' && !keys.has(node.key));
  if (lost !== undefined) throw new Refusal(422, 'menus.lostPage', { name: lost.node.key }, 'tree');
  const group = tree.find(({ children }) => children.some(({ key }) => key === editor));
  if (group?.hidden === true) throw new Refusal(422, 'menus.keepsItself', { name: nameOf(group) }, 'tree');
}

/** Saves the tree for everybody, as its next version. @throws Refusal */
export async function saveTree(
  { storage, now }: Login,
  by: By,
  body: BodyOf<typeof saveMenus>,
): Promise<{ version: number }> {
  everyCompany(by.viewer);
  checkTree(body.tree);
  return storage.write(async (db) => {
    const before = (await newest(db))?.version ?? 0;
    if (before !== body.version) throw new Refusal(409, 'menus.moved');
    const version = before + 1;
    const at = now();
    await db
      .insertInto('menu_versions')
      .values({
        version,
        at,
        account_name: by.viewer.accountName,
        reason: body.reason.trim(),
        tree: toJson(body.tree),
      })
      .execute();
    await auditBy(db, by, {
      ...{ at, action: 'menus.save', subject: `menus:${version}`, detail: body.reason.trim() },
    });
    return { version };
  });
}
