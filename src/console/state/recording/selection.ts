/** The stations that a loop of a recorded script goes over: as recorded, or a rule that names more of them. Pure. */
export const scopes = ['these', 'project', 'everywhere', 'list'] as const;
export type Scope = (typeof scopes)[number];

/** As `fleet.stations` takes it. */
export type Filter = Readonly<Record<string, string | readonly string[]>>;

interface Mark {
  readonly codes: readonly string[];
  /** Of the sensor that is meant; null = the RTU. */
  readonly kind: string | null;
  /** Where a station has several of the kind. */
  readonly slot: number | null;
}

/** A literal of a script. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

export const filterText = (filter: Filter): string => {
  const parts = Object.entries(filter).map(
    ([name, value]) =>
      `${name}: ${typeof value === 'string' ? quoted(value) : `[${value.map(quoted).join(', ')}]`}`,
  );
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
};

const lead = '// recorded at ';
/** The comment over a loop that remembers where it was recorded. */
export const markOf = ({ codes, kind, slot }: Mark): string =>
  `${lead}${codes.map((code) => JSON.stringify(code)).join(', ')}${kind === null ? '' : ` (${kind}${slot === null ? '' : `, slot ${slot}`})`}`;

export const isRecorded = (text: string): boolean => text.includes(lead);

function readMark(line: string): Mark | null {
  const [, codes, kind, slot] =
    /^\s*\/\/ recorded at (".*")(?: \((\w+)(?:, slot (\d))?\))?$/.exec(line) ?? [];
  if (codes === undefined) return null;
  try {
    const read: unknown = JSON.parse(`[${codes}]`);
    if (!Array.isArray(read)) return null;
    return { codes: read.map(String), kind: kind ?? null, slot: slot === undefined ? null : Number(slot) };
  } catch {
    return null;
  }
}

/** What the fleet knows of the stations that were recorded, and what the list of stations shows now. */
export interface Surroundings {
  /** Project code and leading kind of a station. */
  readonly of: (code: string) => { readonly project: string; readonly kind: string | null } | undefined;
  readonly list: Filter;
}

function filterOf({ codes, kind }: Mark, scope: Scope, around: Surroundings): Filter {
  if (scope === 'these') return { codes };
  if (scope === 'list') return kind === null ? around.list : { ...around.list, kind };
  const found = codes.flatMap((code) => around.of(code) ?? []);
  const distinct = (values: readonly (string | null)[]) =>
    [...new Set(values)].filter((value) => value !== null);
  const one = (values: readonly string[]) => (values.length === 1 ? (values[0] ?? '') : values);
  const kinds = kind === null ? distinct(found.map((station) => station.kind)) : [kind];
  return {
    ...(scope === 'project' ? { project: one(distinct(found.map(({ project }) => project))) } : {}),
    ...(kinds.length === 0 ? {} : { kind: one(kinds) }),
  };
}

/** The script with each recorded loop over the stations of a scope; whatever else was written stays as it is. */
export function generalise(text: string, scope: Scope, around: Surroundings): string {
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const mark = readMark(line);
    if (mark === null) continue;
    const [loop = '', inner = ''] = lines.slice(index + 1, index + 3);
    lines[index + 1] = loop.replace(
      /fleet\.stations\((?:\{.*?\})?\)/,
      () => `fleet.stations(${filterText(filterOf(mark, scope, around))})`,
    );
    if (mark.slot === null) continue;
    const [names, test] = scope === 'these' ? [', slot', ` && slot === ${mark.slot}`] : ['', ''];
    lines[index + 2] = inner.replace(
      /\(\{ kind(?:, slot)? \}\) => kind === ('\w+')(?: && slot === \d)?/,
      (_all, kind: string) => `({ kind${names} }) => kind === ${kind}${test}`,
    );
  }
  return lines.join('\n');
}
