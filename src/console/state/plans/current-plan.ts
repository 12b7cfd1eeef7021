import { session } from '../connection/session.ts';

let current: { readonly account: string; readonly planId: string } | null = null;
const account = () => session.user?.accountName ?? '';

/** The draft that the user made or added to last since the console was loaded; null = none. */
export const currentPlan = (): string | null => (current?.account === account() ? current.planId : null);

/** What is added to a plan from now on is added to this one. */
export function workOn(planId: string): void {
  current = { account: account(), planId };
}
