/** Who a client of the embedded broker is, once its credential was good. */
import type { Client } from 'aedes';
import type { MessageOrigin } from '../tap.ts';
import type { Account } from './account.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { GuardedConnection } from './guarded-connection.ts';

/** A client that was let in. */
export interface BrokerIdentity {
  readonly sn: string;
  readonly account: Account;
  readonly acknowledgements: Acknowledgements;
  /** Of its messages, by QoS. */
  readonly origins: readonly [MessageOrigin, MessageOrigin];
  subscriptions: number;
  /** Topics that it was seen to be allowed: an RTU has a few, and publishes to them for ever. */
  readonly topics: Set<string>;
}

/** What is kept of a client that was let in. */
export function identityOf(client: Client, sn: string, account: Account): BrokerIdentity {
  const { conn } = client;
  const acknowledgements = new Acknowledgements((bytes) => {
    if (!client.closed && conn.writable) conn.write(bytes);
  });
  const way = conn instanceof GuardedConnection ? conn.way : 'mqtt';
  const origins = [{ way, qos: 0 } as const, { way, qos: 1 } as const] as const;
  return { sn, account, acknowledgements, origins, subscriptions: 0, topics: new Set() };
}
