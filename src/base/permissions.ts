/** A permission, `area:entity:action`. */
export type Permission = `${string}:${string}:${string}`;

/**
 * True when `held` has any of `needed` (a string or a list). Asked with nothing it raises a TypeError:
 * a check that checks nothing is a programming mistake (tests/server/security/README.md#authorisation, S33).
 */
export function hasPermission(
  held: readonly string[],
  needed: string | readonly string[] | null | undefined,
): boolean {
  const list = typeof needed === 'string' ? [needed] : (needed ?? []);
  if (list.length === 0 || list.some((entry) => entry === '')) {
    throw new TypeError('a permission check needs at least one permission');
  }
  return list.some((entry) => held.includes(entry));
}
