/** What the engine gives a guest to begin with, as JSON. Knows nothing of the guest, so that the server may read it. */

export interface GuestParameter {
  readonly id: string;
  readonly own: 'calibration' | 'installation' | 'identity' | null;
  readonly stranding: boolean;
  readonly reported: boolean;
  readonly settable: boolean;
}

export interface GuestStart {
  /** UTC ms: what is taken for now until the first answer. */
  readonly at: number;
  readonly seed: number;
  readonly args: Readonly<Record<string, unknown>>;
  /** In which words() answers. */
  readonly language: 'zh-chs' | 'en' | 'ja';
  /** Only what args() declares is wanted. */
  readonly declaring: boolean;
  /** Who has each group, or takes each action: 'rtu', or the ids of sensor kinds. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly actions: Readonly<Record<string, readonly string[]>>;
  readonly parameters: Readonly<Record<string, readonly GuestParameter[]>>;
  /** Rows and columns of a table, and characters of a cell, that are kept. */
  readonly rows: number;
  readonly columns: number;
  readonly cell: number;
}

/** What the engine puts on the global object; the guest takes it away before a script runs. */
export interface GuestDoors {
  /** Takes one message in, as JSON. Answers '' (taken), 'full' (no line is kept any more), or JSON of why not. */
  __host?: (text: string) => string;
  /** JSON of a GuestStart. */
  __start?: string;
  /** Is given once what takes answers in. */
  __listen?: (settle: GuestSettle) => void;
}

/** Takes in the answer to one call, as JSON. */
export interface GuestSettle {
  (text: string): void;
  /** Lines of the log that were not sent. */
  readonly more: () => number;
}
