/** What the FTP server asks of the rest, and how it is set up. */
import type { SecureContext } from 'node:tls';
import type { Refusal } from '../../base/errors.ts';
import type { KnockReason } from '../../contract/listeners.ts';
import type { LogBudget } from '../gateway/log-budget.ts';
import type { TrafficMeter } from '../listeners/meter.ts';
import type { ArrivingFiles } from '../sources/arriving.ts';
import type { FtpBounds, FtpTimes } from './bounds.ts';
import type { PortRange } from './door.ts';

/** A source that somebody has logged in to. */
export interface FtpSource {
  readonly id: number;
  readonly key: string;
  readonly isPaused: boolean;
}

export interface FtpHost {
  /** The source that a key and a secret open. @throws Refusal 401 where they open none */
  admit(key: string, secret: string): Promise<FtpSource>;
  /** Counts at the source why a file was not taken. */
  notTaken(source: FtpSource, refusal: Refusal): void;
  readonly arriving: ArrivingFiles;
}

export interface FtpOptions {
  readonly host: FtpHost;
  /** Folder that holds the folders of sources. */
  readonly root: string;
  readonly ports: PortRange;
  /** IPv4 address that clients are sent to for data; null = that at which they came in. */
  readonly publicAddress: string | null;
  /** Encrypts where the client asks for it; null = never. */
  readonly secure: SecureContext | null;
  /** Nobody logs in, and no file is taken, without encryption. */
  readonly onlySecure: boolean;
  readonly log: LogBudget;
  readonly now: () => number;
  readonly times: FtpTimes;
  readonly bounds: FtpBounds;
  readonly meter?: TrafficMeter;
  readonly refused?: (reason: KnockReason, address: string, detail: string) => void;
}
