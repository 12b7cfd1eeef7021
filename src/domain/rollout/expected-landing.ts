import { type NextContact, nextContact } from '../link-state.ts';

/** What is known of a node's link when something is ordered. */
export interface LandingFacts {
  readonly now: number;
  readonly connected: boolean | null;
  readonly lastContactAt: number | null;
  /** Seconds. */
  readonly sendCycle: number;
  /** ms. */
  readonly jitter: number;
}

/** When an order is expected to reach its node: now where it is connected, else its next contact; null = not known. */
export function expectedLanding(facts: LandingFacts): NextContact | null {
  return facts.connected === true ? { at: facts.now, plusMinus: 0 } : nextContact(facts);
}
