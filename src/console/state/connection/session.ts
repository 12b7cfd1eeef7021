import { proxy } from 'valtio';
import { type Language, toLanguage } from '../../../base/messages.ts';
import { hasPermission } from '../../../base/permissions.ts';
import type { DataOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/company/session.ts';
import { toMenus } from '../session/menus.ts';
import { ApiError } from './api-error.ts';
import { exchange, request } from './client.ts';
import { cookiePrefix, deleteCookie, readCookie, writeCookie } from './cookies.ts';

const tokenCookie = `${cookiePrefix}token`;
const uuidCookie = `${cookiePrefix}uuid`;

/** Who is signed in, as the browser believes. */
export const session = proxy<{
  user: DataOf<typeof contract.getInfo> | null;
  roleId: number | null;
  permissions: readonly string[];
  menus: readonly contract.MenuEntry[];
  /** True once user and permissions were asked for, whether or not they came. */
  ready: boolean;
}>({ user: null, roleId: null, permissions: [], menus: [], ready: false });

export function hasToken(): boolean {
  return readCookie(tokenCookie) !== null;
}

let loading: Promise<void> | null = null;

/** Fetches user, role and permissions, once however many ask; without permissions navigation proceeds (src/contract/README.md#session). */
export function loadSession(): Promise<void> {
  loading ??= fetchSession().finally(() => {
    loading = null;
  });
  return loading;
}

/** The language in which the menu was asked for: a menu lists other pages in Japanese. */
let menusIn: string | null = null;

/** Asks for the menu anew where it was asked for in another language. @throws ApiError; it is asked for again then */
export async function renewMenus(language: Language): Promise<void> {
  if (!session.ready || menusIn === language) return;
  menusIn = language;
  try {
    const given = await request(contract.permissions, { body: { platform: 'admin' } });
    // Another language may have been chosen meanwhile, or nobody be signed in any more.
    if (menusIn === language && session.ready) takePermissions(given);
  } catch (error) {
    if (menusIn === language) menusIn = null;
    throw error;
  }
}

function takePermissions({ menus, permissions }: DataOf<typeof contract.permissions>): void {
  const fromMenus = (entries: readonly contract.MenuEntry[]): string[] =>
    entries.flatMap((entry) => [
      ...(entry.menuAuth === '' ? [] : [entry.menuAuth]),
      ...fromMenus(entry.children),
    ]);
  session.menus = toMenus(menus);
  session.permissions = [...new Set([...permissions, ...fromMenus(session.menus)])];
}

async function fetchSession(): Promise<void> {
  menusIn = toLanguage(readCookie('lang'));
  const [user, permissions, role] = await Promise.allSettled([
    request(contract.getInfo, {}),
    request(contract.permissions, { body: { platform: 'admin' } }),
    request(contract.getRoleId, {}),
  ]);
  if (user.status === 'fulfilled') session.user = user.value;
  if (permissions.status === 'fulfilled') takePermissions(permissions.value);
  if (role.status === 'fulfilled') session.roleId = role.value.roleId;
  // What was asked for may have ended meanwhile: its answers must not bring it back.
  session.ready = hasToken();
}

/** Signs in and keeps the token for a day. @throws ApiError with the server's sentence, also when no token came. */
export async function signIn(body: {
  accountName: string;
  password: string;
  code?: string;
  codeId?: string;
  otp?: string;
}): Promise<void> {
  const { data, msg, status } = await exchange(contract.login, { body });
  const loginToken = data?.loginToken;
  if (loginToken === undefined) throw new ApiError(status, msg, null, {}, null, contract.login.path, data);
  await adoptToken(loginToken);
}

/** Keeps the token of a session that was just opened, and learns whose it is. */
export async function adoptToken(loginToken: string): Promise<void> {
  writeCookie(tokenCookie, loginToken, 1);
  writeCookie(uuidCookie, crypto.randomUUID(), 1);
  // Not shared with one that asked before there was this token.
  await fetchSession();
}

/** Forgets the session here; the server's end of it is `signOut`. */
export function dropSession(): void {
  deleteCookie(tokenCookie);
  deleteCookie(uuidCookie);
  Object.assign(session, { user: null, roleId: null, permissions: [], menus: [], ready: false });
}

/** Ends the session on the server and here. A server that does not answer does not keep anyone signed in. */
export async function signOut(): Promise<void> {
  await request(contract.logout, {}).catch(() => undefined);
  dropSession();
}

/** True when the user has any of the permissions. @throws TypeError when asked with nothing. */
export function can(permission: string | readonly string[]): boolean {
  return hasPermission(session.permissions, permission);
}
