/** A field of an answer of which nothing is known. */
export const fieldOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null
    ? (answer as Readonly<Record<string, unknown>>)[name]
    : undefined;

export const json = { 'content-type': 'application/json; charset=utf-8' } as const;
