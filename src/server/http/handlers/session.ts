import * as session from '../../../contract/company/session.ts';
import { currentTree } from '../../accounts/menus/menu-tree.ts';
import { menusFor } from '../../accounts/menus/menus.ts';
import { changePassword } from '../../accounts/password-change.ts';
import { beginTotp, confirmTotp, endTotp } from '../../accounts/totp.ts';
import { appendAudit } from '../../audit/audit.ts';
import { lookOf } from '../../platform/state.ts';
import { type Binding, bind, bindPublic } from '../bind.ts';
import { deviceOf, rememberDevice } from '../device-cookie.ts';
import type { Services } from '../services.ts';

/** Login, logout and what the console asks about the one who is signed in. */
export function sessionHandlers({ login, sessions, settings, storage, now }: Services): readonly Binding[] {
  return [
    bindPublic(session.settings, async () => ({
      ...settings,
      mapLayers: [...settings.mapLayers],
      platform: await lookOf(storage.db),
    })),
    bindPublic(session.login, async ({ body, address, token, request, reply }) => {
      const device = deviceOf(request);
      const loginToken = await login.attempt({ ...body, address, device, replaces: token });
      await rememberDevice(login, body.accountName, request, reply);
      return { loginToken };
    }),
    bindPublic(session.loginCode, ({ body, address, request }) =>
      login.puzzle(body.accountName, address, deviceOf(request)),
    ),
    bind(session.logout, async ({ viewer, token, address }) => {
      if (token !== null) await sessions.close(token);
      await storage.write((db) =>
        appendAudit(db, {
          at: now(),
          userId: viewer.userId,
          accountName: viewer.accountName,
          address,
          action: 'session.logout',
          subject: null,
          result: 'ok',
          detail: '',
        }),
      );
      return {};
    }),
    bind(session.changePassword, async ({ viewer, token, address, body, request, reply }) => {
      await changePassword(login, { ...body, viewer, token: token ?? '', address });
      await rememberDevice(login, viewer.accountName, request, reply);
      return {};
    }),
    bind(session.totp, async ({ viewer }) => {
      const user = await storage.db
        .selectFrom('users')
        .select('totp_secret')
        .where('id', '=', viewer.userId)
        .executeTakeFirst();
      return { on: user?.totp_secret != null };
    }),
    bind(session.beginTotp, (by) => beginTotp(login, by, by.body)),
    bind(session.confirmTotp, (by) => confirmTotp(login, by, by.body.otp)),
    bind(session.endTotp, (by) => endTotp(login, by, by.body)),
    bind(session.getInfo, async ({ viewer }) => ({
      id: viewer.userId,
      name: viewer.accountName,
      accountName: viewer.accountName,
      roleId: viewer.roleId,
      roleName: viewer.roleName,
      companyId: viewer.companyId,
      companyName: viewer.companyName,
      language: viewer.language,
    })),
    bind(session.permissions, async ({ viewer, language }) => ({
      permissions: [...viewer.permissions],
      menus: [
        ...menusFor(await currentTree(storage.db), {
          roleId: viewer.roleId,
          companyId: viewer.companyId,
          permissions: viewer.permissions,
          edition: settings.edition,
          language,
        }),
      ],
    })),
    bind(session.getRoleId, async ({ viewer }) => ({ roleId: viewer.roleId })),
  ];
}
