import * as menus from '../../../contract/company/menus.ts';
import * as contract from '../../../contract/company/users.ts';
import {
  addUser,
  changeUser,
  readUsers,
  setUserDisabled,
  setUserPassword,
} from '../../accounts/administration.ts';
import { readMenus, saveTree } from '../../accounts/menus/menu-tree.ts';
import { addRole, changeRole, removeRole } from '../../accounts/roles/role-administration.ts';
import { readVersions } from '../../accounts/roles/role-versions.ts';
import { importUsers } from '../../accounts/user-import.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Users, roles and the menu. */
export function userHandlers({ storage, login }: Services): readonly Binding[] {
  return [
    bind(contract.users, ({ viewer }) => readUsers(storage.db, viewer)),
    bind(contract.createUser, (by) => addUser(login, by, by.body)),
    bind(contract.importUsers, (by) => importUsers(login, by, by.body)),
    bind(contract.updateUser, (by) => changeUser(login, by, by.params.userId, by.body)),
    bind(contract.disableUser, (by) => setUserDisabled(login, by, by.params.userId, by.body.disabled)),
    bind(contract.resetPassword, (by) => setUserPassword(login, by, by.params.userId, by.body.newPassword)),
    bind(contract.createRole, (by) => addRole(login, by, by.body)),
    bind(contract.updateRole, (by) => changeRole(login, by, by.params.roleId, by.body)),
    bind(contract.roleVersions, ({ viewer, params }) => readVersions(storage.db, viewer, params.roleId)),
    bind(menus.menuTree, (by) => readMenus(storage.db, by)),
    bind(menus.saveMenus, (by) => saveTree(login, by, by.body)),
    bind(contract.deleteRole, (by) => removeRole(login, by, by.params.roleId)),
  ];
}
