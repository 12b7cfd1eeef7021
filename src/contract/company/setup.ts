/** The first start of an empty server: its first administrator, made once with the secret that it printed. */
import Type from 'typebox';
import { BrokerPorts } from '../broker.ts';
import { call } from '../call.ts';
import { Language, NewAccount } from './users.ts';

const strict = { additionalProperties: false } as const;

/**
 * Whether the server still waits for its first administrator; the person who sets it up is shown where devices will
 * connect.
 */
export const setupState = call('setup.state', 'GET /rest/setup', {
  access: 'public',
  data: Type.Object({ needed: Type.Boolean(), broker: Type.Optional(BrokerPorts) }, strict),
});

/** Makes the first administrator (role 1, every company) and signs it in. Refused once there is a user. */
export const setup = call('setup.create', 'POST /rest/setup', {
  access: 'public',
  body: Type.Object(
    {
      secret: Type.String({ minLength: 1, maxLength: 128 }),
      ...NewAccount,
      language: Language,
    },
    strict,
  ),
  data: Type.Object({ loginToken: Type.String() }, strict),
});
