/** Who is notified of alarms, how, and what became of it (src/server/notify/README.md). */
import Type, { type Static } from 'typebox';
import { call } from '../call.ts';
import { Address, ListAddress } from './send-list.ts';
import { WorkChoice } from './work.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Time = Type.Integer({ minimum: 0 });
const Minute = Type.Integer({ minimum: 0, maximum: 1439 });
const LocalDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const Name = Type.String({ minLength: 1, maxLength: 80 });
const Language = Type.Enum(['zh-chs', 'en', 'ja']);

const RotaLayer = Type.Object(
  {
    name: Name,
    people: Type.Array(nullable(Id), { maxItems: 60 }),
    from: LocalDate,
    every: Type.Enum(['day', 'week']),
    weekday: Type.Integer({ minimum: 1, maximum: 7 }),
    at: Type.Array(Minute, { minItems: 1, maxItems: 8, uniqueItems: true }),
    onHolidays: Type.Array(Id, { maxItems: 60 }),
  },
  strict,
);
export const RotaBody = Type.Object(
  {
    timeZone: Type.String({ minLength: 1, maxLength: 64 }),
    layers: Type.Array(RotaLayer, { minItems: 1, maxItems: 5 }),
    overrides: Type.Array(
      Type.Object(
        { layer: Type.Integer({ minimum: 0, maximum: 4 }), from: Time, to: Time, userId: nullable(Id) },
        strict,
      ),
      { maxItems: 500 },
    ),
    holidays: Type.Array(LocalDate, { maxItems: 200 }),
  },
  strict,
);
const Receiver = Type.Union([
  Type.Object(
    { type: Type.Literal('duty'), rotaId: Id, layer: Type.Integer({ minimum: 0, maximum: 4 }) },
    strict,
  ),
  Type.Object({ type: Type.Literal('user'), userId: Id }, strict),
  Type.Object({ type: Type.Literal('list') }, strict),
  Type.Object({ type: Type.Literal('hook'), hookId: Id }, strict),
]);
const ToldHours = nullable(Type.Object({ from: Minute, to: Minute }, strict));
export const PolicyBody = Type.Object(
  {
    enabled: Type.Boolean(),
    projects: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
    ranks: Type.Array(Type.Integer({ minimum: 1, maximum: 4 }), { maxItems: 4, uniqueItems: true }),
    steps: Type.Array(
      Type.Object(
        {
          after: Type.Integer({ minimum: 0, maximum: 1440 }),
          to: Type.Array(Receiver, { maxItems: 20 }),
          by: Type.Array(Type.Enum(['mail', 'push']), { maxItems: 2, uniqueItems: true }),
        },
        strict,
      ),
      { maxItems: 10 },
    ),
    repeat: nullable(
      Type.Object(
        {
          every: Type.Integer({ minimum: 1, maximum: 1440 }),
          rounds: Type.Integer({ minimum: 1, maximum: 48 }),
        },
        strict,
      ),
    ),
    hours: Type.Object({ blue: ToldHours, yellow: ToldHours }, strict),
  },
  strict,
);
const hookPresets = ['standard', 'wecom', 'dingtalk', 'feishu', 'slack', 'teams', 'line', 'sms'] as const;
export const HookText = Type.Object(
  {
    preset: Type.Enum([...hookPresets]),
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    /** Left out = it stays as it was; a new hook without one gets one of its own. */
    secret: Type.Optional(Type.String({ maxLength: 400 })),
    language: Language,
    enabled: Type.Boolean(),
  },
  strict,
);

const declared = { id: Id, companyId: Type.Integer(), revision: Type.Integer(), name: Type.String() };
export const RotaView = Type.Object({ ...declared, body: RotaBody }, strict);
export type RotaView = Static<typeof RotaView>;
export const PolicyView = Type.Object({ ...declared, body: PolicyBody }, strict);
export type PolicyView = Static<typeof PolicyView>;
/** Of its address the host alone: what is behind it is often a secret itself. */
export const HookView = Type.Object(
  {
    ...declared,
    preset: Type.Enum([...hookPresets]),
    host: Type.String(),
    language: Language,
    enabled: Type.Boolean(),
  },
  strict,
);
export type HookView = Static<typeof HookView>;
/** Somebody who may see alarms of the company. */
const NotifyPerson = Type.Object(
  {
    userId: Id,
    accountName: Type.String(),
    /** Confirmed mail addresses, browsers that take messages. */
    mails: Type.Integer(),
    browsers: Type.Integer(),
    mayAnswer: Type.Boolean(),
  },
  strict,
);
export type NotifyPerson = Static<typeof NotifyPerson>;
const ChannelState = Type.Object(
  {
    /** mail | push | hook:2 */
    channel: Type.String(),
    isSetUp: Type.Boolean(),
    failures: Type.Integer(),
    failingSince: nullable(Type.Integer()),
    goodAt: nullable(Type.Integer()),
    took: nullable(Type.Integer()),
    answer: Type.String(),
  },
  strict,
);
export type ChannelState = Static<typeof ChannelState>;

const viewing = 'alarm:event:view' as const;
const editing = 'alarm:notify:edit' as const;

/** All that a company has declared, who its people are, and how its channels do. */
export const notifySetup = call('notify.setup', 'GET /rest/notify', {
  access: viewing,
  data: Type.Object(
    {
      policies: Type.Array(PolicyView),
      rotas: Type.Array(RotaView),
      hooks: Type.Array(HookView),
      list: Type.Array(ListAddress),
      people: Type.Array(NotifyPerson),
      channels: Type.Array(ChannelState),
    },
    strict,
  ),
});

const Saved = Type.Object({ id: Id, revision: Type.Integer() }, strict);
const saving = { id: nullable(Id), companyId: Id, revision: Type.Integer({ minimum: 0 }), name: Name };
const Which = Type.Object({ id: Id }, strict);
const none = Type.Object({}, strict);

/** `id` null = a new one. @throws Refusal 409 where somebody else has saved it meanwhile; 422 */
export const savePolicy = call('notify.savePolicy', 'POST /rest/notify/policies', {
  access: editing,
  body: Type.Object({ ...saving, body: PolicyBody }, strict),
  data: Saved,
});
export const deletePolicy = call('notify.deletePolicy', 'DELETE /rest/notify/policies/:id', {
  access: editing,
  params: Which,
  data: none,
});
/** Puts a deleted one back as it was, for a day. */
export const restorePolicy = call('notify.restorePolicy', 'POST /rest/notify/policies/:id/restore', {
  access: editing,
  params: Which,
  data: none,
});
export const saveRota = call('notify.saveRota', 'POST /rest/notify/rotas', {
  access: editing,
  body: Type.Object({ ...saving, body: RotaBody }, strict),
  data: Saved,
});
export const deleteRota = call('notify.deleteRota', 'DELETE /rest/notify/rotas/:id', {
  access: editing,
  params: Which,
  data: none,
});
/** Puts a deleted one back as it was, for a day. */
export const restoreRota = call('notify.restoreRota', 'POST /rest/notify/rotas/:id/restore', {
  access: editing,
  params: Which,
  data: none,
});
/** Answers the secret once, where the server made one. */
export const saveHook = call('notify.saveHook', 'POST /rest/notify/hooks', {
  access: editing,
  body: Type.Object({ ...saving, body: HookText }, strict),
  data: Type.Object({ id: Id, revision: Type.Integer(), secret: nullable(Type.String()) }, strict),
});
export const deleteHook = call('notify.deleteHook', 'DELETE /rest/notify/hooks/:id', {
  access: editing,
  params: Which,
  data: none,
});
/** Puts a deleted one back as it was, for a day. */
export const restoreHook = call('notify.restoreHook', 'POST /rest/notify/hooks/:id/restore', {
  access: editing,
  params: Which,
  data: none,
});
const Contact = Type.Object(
  { id: Id, address: Type.String(), confirmedAt: nullable(Type.Integer()) },
  strict,
);
const Browser = Type.Object({ id: Id, label: Type.String(), createdAt: Type.Integer() }, strict);
/** Where the asker can be reached. */
export const contacts = call('contacts.list', 'GET /rest/contacts', {
  access: 'session',
  data: Type.Object(
    {
      mails: Type.Array(Contact),
      browsers: Type.Array(Browser),
      /** For subscribing a browser: the server's public key, base64url. */
      pushKey: Type.String(),
      canMail: Type.Boolean(),
      /** Over what they are notified of their own work. */
      work: WorkChoice,
    },
    strict,
  ),
});
export type ContactList = Static<NonNullable<typeof contacts.data>>;
/** Adds an address and sends it a code; one that waits for its code gets another one. */
export const addContact = call('contacts.add', 'POST /rest/contacts', {
  access: 'session',
  body: Type.Object({ address: Address }, strict),
  data: Type.Object({ contact: Contact }, strict),
});
export const confirmContact = call('contacts.confirm', 'POST /rest/contacts/:id/confirm', {
  access: 'session',
  params: Which,
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 10 }) }, strict),
  data: Type.Object({ contact: Contact }, strict),
});
export const removeContact = call('contacts.remove', 'DELETE /rest/contacts/:id', {
  access: 'session',
  params: Which,
  data: none,
});
/** Puts one back that was taken away, for a day; it stays confirmed. */
export const restoreContact = call('contacts.restore', 'POST /rest/contacts/:id/restore', {
  access: 'session',
  params: Which,
  data: none,
});
export const addBrowser = call('contacts.addBrowser', 'POST /rest/contacts/browsers', {
  access: 'session',
  body: Type.Object(
    {
      endpoint: Type.String({ minLength: 1, maxLength: 1000 }),
      p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{80,100}=*$' }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{16,30}=*$' }),
      label: Type.String({ maxLength: 80 }),
    },
    strict,
  ),
  data: Type.Object({ browser: Browser }, strict),
});
export const removeBrowser = call('contacts.removeBrowser', 'DELETE /rest/contacts/browsers/:id', {
  access: 'session',
  params: Which,
  data: none,
});
/** Puts one back that was taken away, for a day. */
export const restoreBrowser = call('contacts.restoreBrowser', 'POST /rest/contacts/browsers/:id/restore', {
  access: 'session',
  params: Which,
  data: none,
});
