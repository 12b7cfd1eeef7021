import type { DriverHost, ForeignMessage, ForeignValue } from '../../drivers/driver.ts';
import type { Batcher } from '../batcher.ts';
import type { RtuDirectory } from '../directory.ts';
import type { Ingest } from '../ingest.ts';
import type { Links } from '../links.ts';

export interface ForeignDevicesOptions {
  readonly directory: RtuDirectory;
  readonly ingest: Ingest;
  readonly batcher: Batcher;
  readonly links: Links;
  /** Looks a device up that is not registered. */
  readonly stranger: (sn: string, group: string, address: string) => Promise<void>;
  /** Is notified of the messages of drivers. */
  readonly message: (message: ForeignMessage) => void;
}

/** What drivers ask of the gateway. */
export class ForeignDevices implements DriverHost {
  readonly #options: ForeignDevicesOptions;

  constructor(options: ForeignDevicesOptions) {
    this.#options = options;
  }

  async foreignKnown(sn: string, address: string, group: string): Promise<boolean> {
    const { directory, stranger } = this.#options;
    if (directory.find(sn) !== undefined) return true;
    await stranger(sn, group, address);
    return directory.find(sn) !== undefined;
  }

  foreignReport(
    sn: string,
    values: readonly ForeignValue[],
    at: number,
    stored: () => void,
  ): void | Promise<void> {
    const entry = this.#options.directory.find(sn);
    if (entry === undefined) return;
    const room = this.#options.ingest.foreignReport(entry, values, at);
    this.#options.batcher.whenStored(stored);
    return room;
  }

  foreignHeard(sn: string, values: readonly ForeignValue[], at: number): void {
    const entry = this.#options.directory.find(sn);
    if (entry !== undefined) this.#options.ingest.foreignHeard(entry, values, at);
  }

  foreignProblem(sn: string, reason: string, detail: string, at: number): void {
    const entry = this.#options.directory.find(sn);
    if (entry !== undefined) this.#options.ingest.problem(entry, null, reason, detail, at);
  }

  foreignMessage(message: ForeignMessage): void {
    this.#options.message(message);
  }

  foreignLeft(sn: string): void {
    const entry = this.#options.directory.find(sn);
    if (entry !== undefined) this.#options.links.left(entry);
  }
}
