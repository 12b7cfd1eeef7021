/** Names of files that are the same everywhere: on a disk that does not tell cases apart, in any folder, in git. */

/** Bytes that a name may have before its ending: what file systems take is 255. */
const mostBytes = 160;
/** Names that Windows keeps for devices. */
const kept = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** A name as disks may compare it. */
export const sameName = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * A name for a file: letters and digits of any script, everything else as hyphens, so that none leads out of its folder,
 * is hidden, or is read as an option.
 * @param otherwise where nothing is left of it
 */
export function fileName(name: string, otherwise: string): string {
  let safe = '';
  for (const sign of name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')) {
    if (Buffer.byteLength(safe + sign) > mostBytes) break;
    safe += sign;
  }
  safe = safe.replace(/^[-_]+|[-_]+$/g, '');
  if (safe === '') return otherwise;
  return kept.test(safe.toLowerCase()) ? `${safe}-` : safe;
}

/** The name with a number where another one has it already; `taken` holds names as `sameName` has them, and gets this one. */
export function freeName(name: string, ending: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const made = `${count === 1 ? name : `${name}-${count}`}${ending}`;
    if (taken.has(sameName(made))) continue;
    taken.add(sameName(made));
    return made;
  }
}
