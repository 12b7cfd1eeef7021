/** Bounds a map by dropping what was set first. Set anew (delete, then set) what is to count as new. */
export function keepNewest(map: Map<unknown, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
