/** Users and roles. A company's own administrator sees and changes users of that company alone. */
import Type, { type Static } from 'typebox';
import { call } from './call.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const edit = 'system:user:edit';

export const Language = Type.Enum(['zh-chs', 'en', 'ja']);
export const NewAccount = {
  /** Letters, digits, `.`, `-`, `_` and `@`; case does not distinguish accounts. */
  accountName: Type.String({ minLength: 2, maxLength: 64, pattern: '^[A-Za-z0-9._@-]+$' }),
  /** Rules in accounts/password-rules. */
  password: Type.String({ minLength: 1, maxLength: 256 }),
};

export const User = Type.Object(
  {
    id: Type.Integer(),
    accountName: Type.String(),
    /** Null = sees every company. */
    companyId: nullable(Type.Integer()),
    roleId: Type.Integer(),
    language: Language,
    disabled: Type.Boolean(),
    createdAt: Type.Integer(),
  },
  strict,
);
export type User = Static<typeof User>;

export const Role = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    permissions: Type.Array(Type.String()),
    /** Users that have it, of those that the asker sees. */
    users: Type.Integer(),
    /** How often it was saved; 0 = not since versions are kept. */
    version: Type.Integer(),
  },
  strict,
);
export type Role = Static<typeof Role>;

/** Users, roles and companies that the asker may deal with, and every permission there is. */
export const users = call('users.list', 'GET /rest/users', {
  access: edit,
  data: Type.Object(
    {
      users: Type.Array(User),
      roles: Type.Array(Role),
      companies: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, strict)),
      permissions: Type.Array(Type.String()),
    },
    strict,
  ),
});

const Rights = { companyId: nullable(Id), roleId: Id, language: Language };

export const createUser = call('users.create', 'POST /rest/users', {
  access: edit,
  body: Type.Object({ ...NewAccount, ...Rights }, strict),
  data: Type.Object({ id: Type.Integer() }, strict),
});

const UserId = Type.Object({ userId: Id }, strict);

/** Company, role and language; sessions of a user whose rights changed end. */
export const updateUser = call('users.update', 'PUT /rest/users/:userId', {
  access: edit,
  params: UserId,
  body: Type.Object(Rights, strict),
  data: Type.Object({}, strict),
});

/** A disabled user cannot sign in; its sessions and streams end. Nobody disables the own account. */
export const disableUser = call('users.disable', 'POST /rest/users/:userId/disabled', {
  access: edit,
  params: UserId,
  body: Type.Object({ disabled: Type.Boolean() }, strict),
  data: Type.Object({}, strict),
});

/** Gives a user a new password; its sessions end. */
export const resetPassword = call('users.password', 'POST /rest/users/:userId/password', {
  access: edit,
  params: UserId,
  body: Type.Object({ newPassword: NewAccount.password }, strict),
  data: Type.Object({}, strict),
});

const RoleBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64 }),
    permissions: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 }),
    /** Why; kept with the version. */
    reason: Type.Optional(Type.String({ maxLength: 500 })),
    /** The version that it was changed from: another one by now is refused with 409. */
    version: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  strict,
);

/** Roles are the platform's: only who sees every company changes them. */
export const createRole = call('roles.create', 'POST /rest/roles', {
  access: 'system:role:edit',
  body: RoleBody,
  data: Type.Object({ id: Type.Integer() }, strict),
});

const RoleId = Type.Object({ roleId: Id }, strict);

/** What a role was, each time it was saved since versions are kept; the newest first, 100 at most. */
export const roleVersions = call('roles.versions', 'GET /rest/roles/:roleId/versions', {
  access: 'system:role:edit',
  params: RoleId,
  data: Type.Object(
    {
      versions: Type.Array(
        Type.Object(
          {
            version: Type.Integer(),
            at: Type.Integer(),
            accountName: Type.String(),
            name: Type.String(),
            permissions: Type.Array(Type.String()),
            reason: Type.String(),
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});

/** Role 1 keeps the permissions to edit users and roles: nobody can lock everybody out. */
export const updateRole = call('roles.update', 'PUT /rest/roles/:roleId', {
  access: 'system:role:edit',
  params: RoleId,
  body: RoleBody,
  data: Type.Object({}, strict),
});

/** Refused while users have the role, and for role 1. */
export const deleteRole = call('roles.delete', 'DELETE /rest/roles/:roleId', {
  access: 'system:role:edit',
  params: RoleId,
  data: Type.Object({}, strict),
});
