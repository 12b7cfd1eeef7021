/** Where two values differ, leaf by leaf: `ladder.2.condition.limit: 0.03 → 0.05`; `–` = it is not there. Order: as in the new one. */
export function leafChanges(before: unknown, after: unknown): readonly string[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...now.keys(), ...old.keys()])];
  return paths.flatMap((path) => {
    const [from = '–', to = '–'] = [old.get(path), now.get(path)];
    return from === to ? [] : [`${path}: ${from} → ${to}`];
  });
}

function leavesOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null)
    return new Map(path === '' ? [] : [[path, JSON.stringify(value)]]);
  const found = new Map<string, string>();
  for (const [key, entry] of Object.entries(value))
    for (const [leaf, text] of leavesOf(entry, path === '' ? key : `${path}.${key}`)) found.set(leaf, text);
  return found;
}
