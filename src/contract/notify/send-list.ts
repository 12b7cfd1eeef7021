/** Addresses without an account, by project: who is notified besides people and webhooks. */
import Type, { type Static } from 'typebox';
import { languages } from '../../base/messages.ts';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const Language = Type.Enum([...languages]);
const Count = Type.Integer({ minimum: 0 });
const editing = 'alarm:notify:edit' as const;

/** Of an address of mail; whether there is such a mailbox only a message tells. */
export const addressForm = { longest: 254, pattern: '^[^@\\s<>"(),;:]+@[^@\\s<>"(),;:]+$' } as const;
export const Address = Type.String({
  minLength: 3,
  maxLength: addressForm.longest,
  pattern: addressForm.pattern,
});
/** Characters of the name beside an address. */
export const longestAddressName = 80;
/** Rows of one import. */
export const mostImported = 500;

export const ListAddress = Type.Object(
  { id: Id, projectId: Id, address: Type.String(), name: Type.String(), language: Language },
  strict,
);
export type ListAddress = Static<typeof ListAddress>;

const Given = { address: Address, name: Type.String({ maxLength: longestAddressName }), language: Language };

export const addListAddress = call('notify.addAddress', 'POST /rest/notify/list', {
  access: editing,
  body: Type.Object({ projectId: Id, ...Given }, strict),
  data: Type.Object({ address: ListAddress }, strict),
});
/**
 * Adds the addresses of a file to a project's list, all or none; the name and language of one that is there already are
 * changed. @throws Refusal 404 for a foreign project; 422 where the list would be longer than it may be
 */
export const importListAddresses = call('notify.importAddresses', 'POST /rest/notify/list/import', {
  access: editing,
  body: Type.Object(
    {
      projectId: Id,
      addresses: Type.Array(Type.Object(Given, strict), { minItems: 1, maxItems: mostImported }),
    },
    strict,
  ),
  data: Type.Object({ added: Count, changed: Count, same: Count }, strict),
});
export const removeListAddress = call('notify.removeAddress', 'DELETE /rest/notify/list/:id', {
  access: editing,
  params: Type.Object({ id: Id }, strict),
  data: Type.Object({}, strict),
});
