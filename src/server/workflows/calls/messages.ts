/** What goes between the server and the thread that answers calls of scripts. */
import type { OwnKind } from '../../../catalogue/own-kinds.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { ScriptStation } from './station-facts.ts';

/** A call that is to be answered. */
export interface CallJob {
  readonly job: number;
  /** Whom turns are taken for. */
  readonly company: string;
  readonly call: string;
  /** JSON. */
  readonly args: string;
  readonly viewer: Pick<Viewer, 'language'>;
  /** The stations that its user may see. */
  readonly stations: number;
  readonly now: number;
  /** Work that its run may still do. */
  readonly most: number;
}
export type ToCalls =
  | CallJob
  | { readonly cancel: number }
  /** Stations of a list, some at a time. */
  | { readonly list: number; readonly part: readonly ScriptStation[] }
  | { readonly forget: number }
  /** Kinds that companies have made, all of them, before the first call that may name one. */
  | { readonly ownKinds: readonly OwnKind[] }
  /** The thread ends after the piece of work that it is at. */
  | { readonly close: true };
/** `packed`: a CallResult. `cancelled`: nothing more is done for it. */
export type FromCalls = { readonly job: number; readonly work: number } & (
  | { readonly packed: Uint8Array<ArrayBuffer> }
  | { readonly failed: string }
);
