/** Addresses with parameters: `/plans/:plan`, `/station/:id/:tab?`. */

/** Values of the parameters in a pattern. */
export type ParametersOf<P extends string> = P extends `${infer Head}/${infer Rest}`
  ? ParametersOf<Head> & ParametersOf<Rest>
  : P extends `:${infer Name}?`
    ? { readonly [K in Name]?: string }
    : P extends `:${infer Name}`
      ? { readonly [K in Name]: string }
      : unknown;
/** A part of a pattern between two slashes. */
export interface PathSegment {
  readonly name: string | null;
  readonly isOptional: boolean;
  readonly text: string;
}
/** The parts of a pattern. */
export const segmentsOf = (path: string): readonly PathSegment[] =>
  path
    .split('/')
    .slice(1)
    .map((text) => {
      const name = /^:(\w+)\??$/.exec(text)?.[1] ?? null;
      return { name, isOptional: name !== null && text.endsWith('?'), text };
    });
/** How many of the parts are parameters. */
export const parametersIn = (segments: readonly PathSegment[]) =>
  segments.filter(({ name }) => name !== null).length;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What stands in an address for the parameters of a pattern, decoded; null = it is no address of the pattern. */
export function parametersAt(
  segments: readonly PathSegment[],
  path: string,
): Readonly<Record<string, string>> | null {
  const given = path.replace(/\/$/, '').split('/').slice(1);
  if (given.length > segments.length) return null;
  const matches = segments.every(({ name, isOptional, text }, at) => {
    const own = given[at];
    return own === undefined || own === '' ? isOptional : name !== null || own === text;
  });
  if (!matches) return null;
  return Object.fromEntries(
    segments.flatMap(({ name }, at) => {
      const own = given[at];
      return name === null || own === undefined ? [] : [[name, decoded(own)]];
    }),
  );
}
