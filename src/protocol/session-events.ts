/** What follows from the messages of a node, gathered until it is given out. */
import type { NodeEvent, NodeMessage, NodeProblem } from './node-events.ts';

/** Problems reported for one message; a hostile one could contain thousands. */
const maxProblems = 16;

/** Events in their order. */
export class SessionEvents {
  #events: NodeEvent[] = [];
  #problems = 0;

  push(event: NodeEvent): void {
    this.#events.push(event);
  }

  /** Reports what is wrong, as long as there are not too many of it. */
  problem(reason: NodeProblem, device: string | null, detail = ''): void {
    if (this.#problems++ < maxProblems) this.push({ type: 'problem', reason, device, detail });
  }

  /** Lets the source settle the message, once what it brought is stored. */
  taken({ settle }: NodeMessage): void {
    if (settle !== undefined) this.push({ type: 'taken', settle });
  }

  /** Gives all of them out, and begins anew. */
  take(): NodeEvent[] {
    const events = this.#events;
    this.#events = [];
    this.#problems = 0;
    return events;
  }
}
