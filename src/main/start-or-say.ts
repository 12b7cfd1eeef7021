import { redactor } from '../server/audit/redact.ts';

/** What is wrong, in one line: an error's own properties may hold whole addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && error.cause !== undefined ? reasonOf(error.cause) : error.message;
}

/** Starts, or says in one line why it does not and ends with 1. */
export async function startOrSay<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    console.error(`Groundwatch does not start: ${redactor()(reasonOf(error))}`);
    process.exit(1);
  }
}
