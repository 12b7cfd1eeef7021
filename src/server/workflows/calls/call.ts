import type { Viewer } from '../../accounts/viewer.ts';
import type { CommandLists } from '../../delivery/lists.ts';
import type { Board } from '../../sites/board.ts';
import type { Storage } from '../../storage/storage.ts';

/** What a host call is answered from, with the rights that its user has now. */
export interface CallContext {
  readonly viewer: Viewer;
  readonly storage: Storage;
  readonly board: Board;
  readonly commands: CommandLists;
  readonly now: number;
}
