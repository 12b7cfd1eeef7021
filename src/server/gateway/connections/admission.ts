import type { Storage } from '../../storage/storage.ts';
import type { RtuEntry } from '../directory.ts';
import { checkCredential } from './credential.ts';

/**
 * True when the password is the RTU's. The credential before the last rotation is good until its time is over, or the
 * new one was used once.
 */
export async function admits(
  storage: Storage,
  { id, credentialHash, oldCredential }: RtuEntry,
  password: Uint8Array,
  now: number,
): Promise<boolean> {
  if (credentialHash !== null && checkCredential(password, credentialHash)) {
    if (oldCredential !== null) {
      const ended = { old_credential_hash: null, old_credential_until: null };
      await storage.write((db) => db.updateTable('rtus').set(ended).where('id', '=', id).execute());
    }
    return true;
  }
  return oldCredential !== null && now < oldCredential.until && checkCredential(password, oldCredential.hash);
}
