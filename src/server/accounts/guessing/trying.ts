import { createHash } from 'node:crypto';
import type { By } from '../../audit/by.ts';
import type { Trying } from './throttle.ts';

/** Somebody who is signed in and proves once more who it is: the session has a budget of its own. */
export function tryingOf({ viewer, address, token }: By): Trying {
  const session = token ? createHash('sha256').update(token).digest('base64url') : null;
  return { account: viewer.accountName, address, session };
}
