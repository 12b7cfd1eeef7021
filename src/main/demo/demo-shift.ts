/** The people of a demo come to work, do what `fillDemoWork` has for them, and leave. */
import type { DemoFile } from './demo-file.ts';
import { DemoVisitor } from './demo-visitor.ts';
import { fillDemoWork } from './demo-work.ts';

/**
 * Asks for all of it as from a console at `address`; `signal` ends it where it is.
 * @param failed hears what could not be done
 */
export async function workAShift(
  file: DemoFile,
  address: string,
  signal: AbortSignal,
  failed: (what: string, error: unknown) => void,
): Promise<void> {
  const [operator, engineer] = ['operator', 'engineer'].map((name) =>
    file.accounts.find(({ accountName }) => accountName === name),
  );
  // A demo of an older version may lack one of them.
  if (operator === undefined || engineer === undefined) return;
  try {
    const people = [operator, engineer].map((one) => DemoVisitor.enter(address, one, signal));
    const [first, second] = await Promise.all(people);
    if (first === undefined || second === undefined) return;
    await fillDemoWork(first, second, failed);
    await Promise.all([first.leave(), second.leave()]);
  } catch (error) {
    if (!signal.aborted) failed('signing in and out', error);
  }
}
