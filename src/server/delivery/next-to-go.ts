/** Which order of a node's queue goes next (src/server/delivery/README.md#states). */
import type { OpenSession } from './lane.ts';
import { classOf, groupOf, type OrderRow, parseValues } from './row.ts';

/** ms after a plain node's birth in which those of its devices may still come. Assumed: a slow radio. */
const birthTime = 60_000;

/** Goes now; waits, and what is bound to it waits with it; or nothing behind it may go before it has ended. */
type Turn = 'goes' | 'waits' | 'blocks';

function turnOf(row: OrderRow, session: OpenSession, now: number): Turn {
  // A device proves that it still reaches us by a session after the one in which it took the set.
  if (row.trial === 'trying') return session.since > (row.received_at ?? 0) ? 'goes' : 'blocks';
  if (row.state === 'retry' && classOf(row) === 'plainSet' && row.session === session.name) return 'waits';
  const isUnborn = !session.tracked && row.slot !== null && !session.devices.has(String(row.slot));
  return isUnborn && now < session.since + birthTime ? 'waits' : 'goes';
}

const namesOf = (row: OrderRow) => Object.keys(parseValues(row.body)).map((id) => `${row.name}/${id}`);

/** Pairs of fields that a rule of a group holds together. */
const pairsOf = (group: string) =>
  (groupOf(group)?.rules ?? []).map(({ left, right }) =>
    [left, right].map((id) => (id.includes('/') ? id : `${group}/${id}`)),
  );

/**
 * True where a set must not overtake another: they share a field, or fields that a rule holds together, or both can
 * cut the device off: the later one was allowed as what comes after the earlier.
 */
function isBound(later: OrderRow, earlier: OrderRow): boolean {
  if (later.type !== 'set' || earlier.type !== 'set') return false;
  if (later.stranding !== 0 && earlier.stranding !== 0) return true;
  if (later.slot !== earlier.slot) return false;
  const [own, other] = [namesOf(later), namesOf(earlier)];
  if (own.some((name) => other.includes(name))) return true;
  return [...pairsOf(later.name), ...pairsOf(earlier.name)].some(
    (pair) => pair.some((name) => own.includes(name)) && pair.some((name) => other.includes(name)),
  );
}

/** The first of a queue that may go in this session, or whose time to live is over; null = nothing for now. */
export function nextToGo(open: readonly OrderRow[], session: OpenSession, now: number): OrderRow | null {
  const waiting: OrderRow[] = [];
  for (const row of open) {
    if (!waiting.some((earlier) => isBound(row, earlier))) {
      const turn = now >= row.not_after ? 'goes' : turnOf(row, session, now);
      if (turn !== 'waits') return turn === 'goes' ? row : null;
    }
    waiting.push(row);
  }
  return null;
}
