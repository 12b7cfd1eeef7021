import { redactor } from '../server/audit/redact.ts';

/** What is wrong, in one line and without secrets: an error's own properties may hold whole addresses. */
export const reasonOf = (error: unknown): string => redactor()(messageOf(error));

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && error.cause !== undefined ? messageOf(error.cause) : error.message;
}

/** Starts, or says in one line why it does not and ends with 1. */
export async function startOrSay<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    console.error(`Groundwatch does not start: ${reasonOf(error)}`);
    process.exit(1);
  }
}
