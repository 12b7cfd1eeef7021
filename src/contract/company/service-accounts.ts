/** Accounts of programs: they have tokens in place of a password, and never do what needs a person. */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { serviceScopes } from './service-scopes.ts';
import { NewAccount } from './users.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const access = 'system:user:edit';

/** `accounts`: of a company, or of the platform; `tokens`: of an account, that are not over; `calls`: of a token, a minute. */
export const serviceBounds = { accounts: 50, tokens: 10, days: 366, overlapHours: 168, calls: 600 } as const;

/** What every token begins with, so that one which lies about is known for what it is. */
export const serviceTokenPrefix = 'gws_';

const Scopes = Type.Array(Type.Enum([...serviceScopes]), { minItems: 1, maxItems: serviceScopes.length });

export const ServiceToken = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    scopes: Scopes,
    /** The first letters of the token behind its prefix: enough to tell which one lies in a file. */
    hint: Type.String(),
    /** UTC ms, like all times. */
    createdAt: Type.Integer(),
    createdBy: Type.String(),
    expiresAt: Type.Integer(),
    /** Null = never yet; kept to the minute. */
    usedAt: nullable(Type.Integer()),
    usedFrom: Type.String(),
    /** Until when the one before it is good as well; null = it is not. */
    oldUntil: nullable(Type.Integer()),
    /** When it was taken back; null = it was not. */
    endedAt: nullable(Type.Integer()),
  },
  strict,
);
export type ServiceToken = Static<typeof ServiceToken>;

export const ServiceAccount = Type.Object(
  {
    id: Type.Integer(),
    accountName: Type.String(),
    /** What it is for. Text of a person: render as text. */
    purpose: Type.String(),
    /** Null = sees every company. */
    companyId: nullable(Type.Integer()),
    roleId: Type.Integer(),
    disabled: Type.Boolean(),
    createdAt: Type.Integer(),
    /** The newest first; those that are over for more than 30 days are left out. */
    tokens: Type.Array(ServiceToken),
  },
  strict,
);
export type ServiceAccount = Static<typeof ServiceAccount>;

/** Service accounts that the asker may deal with, and the roles and companies that may be given to them. */
export const serviceAccounts = call('serviceAccounts.list', 'GET /rest/service-accounts', {
  access,
  data: Type.Object(
    {
      accounts: Type.Array(ServiceAccount),
      roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, strict)),
      companies: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, strict)),
    },
    strict,
  ),
});

const Rights = {
  purpose: Type.String({ maxLength: 200 }),
  companyId: nullable(Id),
  roleId: Id,
};

/** Its name is taken from the names of users: the audit tells them apart by it. */
export const createServiceAccount = call('serviceAccounts.create', 'POST /rest/service-accounts', {
  access,
  body: Type.Object({ accountName: NewAccount.accountName, ...Rights }, strict),
  data: Type.Object({ id: Type.Integer() }, strict),
});

const ServiceAccountId = Type.Object({ serviceAccountId: Id }, strict);

/** A disabled account's tokens are refused at once, and are good again when it is enabled. */
export const updateServiceAccount = call(
  'serviceAccounts.update',
  'PUT /rest/service-accounts/:serviceAccountId',
  {
    access,
    params: ServiceAccountId,
    body: Type.Object({ ...Rights, disabled: Type.Boolean() }, strict),
    data: Type.Object({}, strict),
  },
);

/** A token, shown this once and kept as its hash alone. */
const Shown = Type.Object({ tokenId: Type.Integer(), token: Type.String() }, strict);

/** Makes a token that ends after so many days. */
export const createServiceToken = call(
  'serviceAccounts.createToken',
  'POST /rest/service-accounts/:serviceAccountId/tokens',
  {
    access,
    params: ServiceAccountId,
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 80 }),
        scopes: Scopes,
        days: Type.Integer({ minimum: 1, maximum: serviceBounds.days }),
      },
      strict,
    ),
    data: Shown,
  },
);

const TokenId = Type.Object({ serviceTokenId: Id }, strict);

/**
 * A new secret for a token, good for as many days as the old one was given. The old one is good for `overlapHours`
 * more, but no longer than until the new one is used.
 */
export const renewServiceToken = call(
  'serviceAccounts.renewToken',
  'POST /rest/service-tokens/:serviceTokenId/renewed',
  {
    access,
    params: TokenId,
    body: Type.Object(
      { overlapHours: Type.Integer({ minimum: 0, maximum: serviceBounds.overlapHours }) },
      strict,
    ),
    data: Shown,
  },
);

/** Takes a token back, at once and for good. */
export const endServiceToken = call(
  'serviceAccounts.endToken',
  'DELETE /rest/service-tokens/:serviceTokenId',
  {
    access,
    params: TokenId,
    data: Type.Object({}, strict),
  },
);

/** Who asks: a person in a session, or a program by its token. */
export const self = call('session.self', 'GET /rest/self', {
  access: 'session',
  data: Type.Object(
    {
      accountName: Type.String(),
      /** Null = sees every company. */
      companyName: nullable(Type.String()),
      permissions: Type.Array(Type.String()),
      /** Null in a session. */
      token: nullable(
        Type.Object({ name: Type.String(), scopes: Scopes, expiresAt: Type.Integer() }, strict),
      ),
    },
    strict,
  ),
});
