/** Users and roles. A company's own administrator sees and changes users of that company alone. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { dictionary } from '../dictionary.ts';

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

/** Bounds of what is written about a person. */
export const personBounds = { fullName: 80, phone: 32 } as const;
/** Digits with what groups them, as they are dialled. */
export const phonePattern = '^$|^[+0-9][0-9 ()./*#-]*$';
/** Rows of one import of users. */
export const mostUsersImported = 200;

export const User = Type.Object(
  {
    id: Type.Integer(),
    accountName: Type.String(),
    /** Who it is; empty = nobody has written it. Text of a person: render as text. */
    fullName: Type.String(),
    /** The number to call; empty = none. */
    phone: Type.String(),
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

const Person = {
  fullName: Type.Optional(Type.String({ maxLength: personBounds.fullName })),
  phone: Type.Optional(Type.String({ maxLength: personBounds.phone, pattern: phonePattern })),
};
const Rights = { ...Person, companyId: nullable(Id), roleId: Id, language: Language };

export const createUser = call('users.create', 'POST /rest/users', {
  access: edit,
  body: Type.Object({ ...NewAccount, ...Rights }, strict),
  data: Type.Object({ id: Type.Integer() }, strict),
});

const UserId = Type.Object({ userId: Id }, strict);

/** Cells of a row of users as they stand in the file; empty = nothing stands there. */
const Cell = Type.String({ maxLength: 256 });
export const ImportedUser = Type.Object(
  {
    /** As the sheet numbers it. */
    row: Type.Integer({ minimum: 1 }),
    accountName: Cell,
    fullName: Cell,
    phone: Cell,
    /** Name of a role that the asker may give. */
    role: Cell,
    /** Name of a company; empty = that of the asker, or every company for who sees them all. */
    company: Cell,
    language: Language,
    /** First password; empty = one is made, and answered once. */
    password: Cell,
  },
  strict,
);
export type ImportedUser = Static<typeof ImportedUser>;
export const UserImportRow = Type.Object(
  {
    row: Type.Integer(),
    accountName: Type.String(),
    /** good = it would be made; added = it was. */
    result: Type.Enum(['good', 'added', 'bad']),
    /** Of a bad row: its column, and a message with its placeholders. */
    field: nullable(Type.String()),
    messageId: nullable(Type.String()),
    params: dictionary(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    /** The password that was made for it; shown once, kept nowhere. */
    password: nullable(Type.String()),
  },
  strict,
);
export type UserImportRow = Static<typeof UserImportRow>;

/**
 * Makes users of the rows of a sheet, all in one transaction. While a row is bad nothing is stored, unless `partial` asks
 * for those that are good. `dryRun` says what would happen and writes nothing; that an account of another company has a
 * name is found only when users are made.
 */
export const importUsers = call('users.import', 'POST /rest/users/import', {
  access: edit,
  body: Type.Object(
    {
      users: Type.Array(ImportedUser, { minItems: 1, maxItems: mostUsersImported }),
      dryRun: Type.Boolean(),
      partial: Type.Boolean(),
    },
    strict,
  ),
  data: Type.Object({ rows: Type.Array(UserImportRow) }, strict),
});

/** Name, phone, company, role and language; sessions of a user whose rights changed end. */
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
