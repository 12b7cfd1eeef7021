/** Small things kept in this browser for one user. A full or forbidden storage only means that nothing is kept. */
export function readStored<T>(key: string, fallback: T, isValid: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`groundwatch.${key}`) ?? 'null');
    return isValid(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(`groundwatch.${key}`, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the console works without.
  }
}
