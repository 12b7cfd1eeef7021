/** Session calls: src/contract/README.md#session. */
import Type from 'typebox';
import { call } from '../call.ts';
import { MapLayer } from '../map/layers.ts';
import { PlatformLook } from './platform-look.ts';

const strict = { additionalProperties: false } as const;

export const MenuItem = Type.Cyclic(
  {
    MenuItem: Type.Object(
      {
        id: Type.Integer(),
        parentId: Type.Integer(),
        menuType: Type.Union([Type.Literal('menu'), Type.Literal('button')]),
        menuPath: Type.String(),
        menuName: Type.String(),
        menuNameChinese: Type.String(),
        menuNameEnglish: Type.String(),
        menuNameJapanese: Type.String(),
        menuIcon: Type.String(),
        menuComponent: Type.String(),
        menuAuth: Type.String(),
        children: Type.Array(Type.Ref('MenuItem')),
      },
      strict,
    ),
  },
  'MenuItem',
);

/** A menu entry in the first shape of src/contract/README.md#menus. */
export interface MenuEntry {
  readonly id: number;
  readonly parentId: number;
  readonly menuType: 'menu' | 'button';
  /** Address inside the application, or `http…` (a new window), or `#…`: a placeholder that warns 'temporary menu'. */
  readonly menuPath: string;
  readonly menuName: string;
  readonly menuNameChinese: string;
  readonly menuNameEnglish: string;
  readonly menuNameJapanese: string;
  readonly menuIcon: string;
  readonly menuComponent: string;
  /** `area:entity:action` or empty. */
  readonly menuAuth: string;
  readonly children: readonly MenuEntry[];
}

export const login = call('session.login', 'POST /login', {
  access: 'public',
  body: Type.Object(
    {
      accountName: Type.String({ minLength: 1, maxLength: 64 }),
      password: Type.String({ minLength: 1, maxLength: 256 }),
      /** Verification code: the answers of a puzzle's parts, joined by points (`base/proof-of-work`). */
      code: Type.Optional(Type.String({ maxLength: 200 })),
      /** Names the puzzle that `code` answers. */
      codeId: Type.Optional(Type.String({ maxLength: 64 })),
      /** One-time code of the second factor, where the account has one. */
      otp: Type.Optional(Type.String({ maxLength: 16 })),
    },
    strict,
  ),
  /**
   * Of a refused login: `needCode`, the next try must carry a verification code; `needOtp`, a one-time code, with which
   * an account that has a second factor also passes a wait.
   */
  data: Type.Object(
    {
      loginToken: Type.Optional(Type.String()),
      needCode: Type.Optional(Type.Boolean()),
      needOtp: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
});

export const loginCode = call('session.code', 'POST /rest/login/code', {
  access: 'public',
  body: Type.Object({ accountName: Type.String({ maxLength: 64 }) }, strict),
  /**
   * A puzzle that the browser works on, good for one try of this account: `base/proof-of-work` says how it is solved.
   * `needed` says whether this account, from where it asks, must answer one now.
   */
  data: Type.Object(
    {
      codeId: Type.String(),
      seed: Type.String(),
      parts: Type.Integer(),
      /** Zero bits of each part; more after more failures. */
      bits: Type.Integer(),
      /** How long it is good. */
      seconds: Type.Integer(),
      needed: Type.Boolean(),
    },
    strict,
  ),
});

/** Whether the own account has a second factor. */
export const totp = call('session.totp', 'GET /rest/user/totp', {
  access: 'session',
  data: Type.Object({ on: Type.Boolean() }, strict),
});

/** `otp`: a code of the second factor that is in use. */
const Proof = Type.Object(
  {
    password: Type.String({ minLength: 1, maxLength: 256 }),
    otp: Type.Optional(Type.String({ maxLength: 16 })),
  },
  strict,
);

/**
 * A new secret for an authenticator, as text and as its `otpauth:` address. It counts once it was confirmed. Where a
 * second factor is in use already, one of its codes is needed too.
 */
export const beginTotp = call('session.totp.begin', 'POST /rest/user/totp/begin', {
  access: 'session',
  body: Proof,
  data: Type.Object({ secret: Type.String(), uri: Type.String() }, strict),
});
export const confirmTotp = call('session.totp.confirm', 'POST /rest/user/totp/confirm', {
  access: 'session',
  body: Type.Object({ otp: Type.String({ minLength: 1, maxLength: 16 }) }, strict),
  data: Type.Object({}, strict),
});
/** Ends the second factor: needs the password and one of its codes. */
export const endTotp = call('session.totp.end', 'POST /rest/user/totp/end', {
  access: 'session',
  body: Proof,
  data: Type.Object({}, strict),
});

export const logout = call('session.logout', 'POST /rest/user/logout', {
  access: 'session',
  data: Type.Object({}, strict),
});

/** Changes the asker's own password; every other session of the account ends. */
export const changePassword = call('session.password', 'POST /rest/user/password', {
  access: 'session',
  body: Type.Object(
    {
      password: Type.String({ minLength: 1, maxLength: 256 }),
      newPassword: Type.String({ minLength: 1, maxLength: 256 }),
    },
    strict,
  ),
  data: Type.Object({}, strict),
});

export const getInfo = call('session.info', 'POST /rest/user/getInfo', {
  access: 'session',
  data: Type.Object(
    {
      id: Type.Integer(),
      name: Type.String(),
      accountName: Type.String(),
      roleId: Type.Integer(),
      roleName: Type.String(),
      companyId: Type.Union([Type.Integer(), Type.Null()]),
      companyName: Type.Union([Type.String(), Type.Null()]),
      language: Type.String(),
    },
    strict,
  ),
});

export const permissions = call('session.permissions', 'POST /rest/user/permissions', {
  access: 'session',
  body: Type.Optional(Type.Object({ platform: Type.Optional(Type.String({ maxLength: 32 })) }, strict)),
  data: Type.Object(
    { permissions: Type.Array(Type.String()), menus: Type.Array(Type.Unsafe<MenuEntry>(MenuItem)) },
    strict,
  ),
});

export const getRoleId = call('session.roleId', 'POST /rest/user/getroleid', {
  access: 'session',
  data: Type.Object({ roleId: Type.Integer() }, strict),
});

/** What the console must know before anyone is signed in. */
export const settings = call('settings.public', 'GET /rest/settings', {
  access: 'public',
  data: Type.Object(
    {
      version: Type.String(),
      edition: Type.Union([Type.Literal('cn'), Type.Literal('jp')]),
      /** What maps can lie on besides the embedded basemap, the usual one first. */
      mapLayers: Type.Array(MapLayer),
      demo: Type.Boolean(),
      /** Its name and logo, where they are not the product's. */
      platform: PlatformLook,
    },
    strict,
  ),
});
