/** Leave to do work that one process at a time does (src/server/processes/README.md). */
export interface WorkPermit {
  /** This process has it now. */
  readonly isHeld: boolean;
  /** Calls each time this process gets it; at once where it has it. */
  onHeld(listener: () => void): void;
  /** Calls each time another process has taken it, or this one gave it up. */
  onLost(listener: () => void): void;
  /** Does work under it: what the work writes is refused once another process has the permit. */
  within<T>(work: () => Promise<T>): Promise<T>;
}
