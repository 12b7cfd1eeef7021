import { proxy } from 'valtio';
import type { Language } from '../../base/messages.ts';
import { type OwnKind, ownKindCode, ownKindWords, setOwnKinds } from '../../catalogue/own-kinds.ts';
import type { DataOf } from '../../contract/call.ts';
import { ownKinds } from '../../contract/sites/own-kinds.ts';
import { request } from './connection/client.ts';
import { onMissed } from './connection/live.ts';
import { logFailure } from './session/log-failure.ts';

/** Kinds that the companies of the signed-in user have made. */
export const ownKindState = proxy<{ kinds: DataOf<typeof ownKinds>['kinds'] }>({ kinds: [] });

/** True for the kind of a derived channel: drawn like others, but neither chosen nor changed by hand. @param code of a sensor's kind */
export const isOfFormula = (code: number): boolean =>
  ownKindState.kinds.some(({ id, ofFormula }) => ofFormula && ownKindCode(id) === code);

let text = '[]';

/** Fetches them anew. Those that were known stay where that fails. */
export async function loadOwnKinds(): Promise<void> {
  try {
    const { kinds } = await request(ownKinds, {});
    // The same ones leave every screen as it is.
    const next = JSON.stringify(kinds);
    if (next === text) return;
    text = next;
    setOwnKinds(kinds);
    ownKindState.kinds = kinds;
  } catch (error) {
    logFailure(error);
  }
}

/** Their words in a language, as messages. */
export const ownWords = (kinds: readonly OwnKind[], language: Language): Readonly<Record<string, string>> =>
  ownKindWords(kinds, language);

/** Follows the stream: another user, or another process, may make one. */
export const followOwnKinds = (): (() => void) => onMissed(() => void loadOwnKinds());
