/** Opening of a crack in mm = length − length when installed; null where either is missing. */
export function crackOpening(length: number | null, installedLength: number | null): number | null {
  return length === null || installedLength === null ? null : length - installedLength;
}
