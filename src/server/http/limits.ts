import type { Call } from '../../contract/call.ts';

/** Most calls a minute from one address; null = not limited here (logins have their own throttle). */
export function limitOf(call: Call): number | null {
  // Each asks the database who is known.
  if (call.id === 'session.code') return 60;
  if (/^(history|readings|audit)\./.test(call.id) || call.id === 'stations.overview') return 1200;
  return null;
}
