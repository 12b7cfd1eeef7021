/** What a gateway is made with. */
import type { SessionOptions } from '../../protocol/node-session.ts';
import type { ForeignMessage } from '../drivers/driver.ts';
import type { Storage } from '../storage/storage.ts';
import type { BatcherOptions } from './batcher.ts';
import type { EmbeddedOptions } from './embedded.ts';
import type { ExternalOptions } from './external.ts';
import type { HostScope } from './host-options.ts';
import type { HostLease } from './leading/leadership.ts';
import type { Log } from './log.ts';
import type { BrokerSource } from './source.ts';
import type { MessageOrigin, TrafficTap } from './tap.ts';

/** What the gateway asks of the sources behind it. */
export interface MqttSources {
  /** True where the password is this source's. */
  admitsMqtt(name: string, password: Uint8Array): Promise<boolean>;
  /** Takes a message; settles once it is stored or refused for good, rejects where it could not be stored. */
  takeMqtt(topic: string, bytes: Uint8Array, origin: MessageOrigin): Promise<void>;
}

export interface GatewayOptions {
  readonly storage: Storage;
  /** False: readings are dropped (a rehearsal's twins measure nothing). Default true. */
  readonly stores?: boolean;
  readonly log: Log;
  /** Embedded broker, a client of an external one, or a source of its own (a rehearsal's, which has no broker). */
  readonly broker:
    | Pick<
        EmbeddedOptions,
        'port' | 'address' | 'tls' | 'isBalancer' | 'guard' | 'connectionLimits' | 'meters'
      >
    | Omit<ExternalOptions, 'clientId' | 'failed'>
    | { readonly source: BrokerSource };
  /** Is notified of all messages. */
  readonly tap?: TrafficTap;
  /** Is notified of the messages of drivers. */
  readonly foreign?: (message: ForeignMessage) => void;
  /** Left out: this process is the only one. */
  readonly sessions?: RtuSessions | undefined;
  /** Sources that speak plain MQTT; without it nobody is let in but RTUs. */
  readonly sources?: () => MqttSources;
  /** Leave to be the host application of an external broker; needs `sessions`. Left out: this process is the only one. */
  readonly lease?: BrokerLease | undefined;
  /** Which of the nodes at a broker it is for; left out: all, and sources. */
  readonly scope?: HostScope;
  /** Sparkplug host id. */
  readonly hostId?: string;
  readonly now?: () => number;
  readonly session?: SessionOptions;
  readonly batch?: Omit<BatcherOptions, 'write'>;
  /** ms between writings of link facts. */
  readonly flushTime?: number;
  readonly stateWait?: number;
  /** ms between looks at deadlines of sessions. */
  readonly tickTime?: number;
}

/** Leave to be the host application of an external broker, which one of several processes has (server/processes). */
export type BrokerLease = Pick<HostLease, 'permit' | 'reconsider' | 'hasOthers'>;

/** Which of several processes an RTU is connected to (server/processes). */
export interface RtuSessions {
  /** False: RTUs are to go to another process. */
  readonly mayConnect: boolean;
  /**
   * An RTU connects here, or was heard by the host that leads: whoever had it before has it no more. Resolves when that is
   * committed.
   */
  take(rtuId: number): Promise<void>;
  /** Its birth was heard. */
  born(rtuId: number, at: number): void;
  /** Its connection here ended. */
  left(rtuId: number): void;
}
