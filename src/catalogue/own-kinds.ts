/** Kinds that a company makes in the console, as the catalogue has kinds (src/catalogue/README.md#kinds-of-a-company). */
import type { Language } from '../base/messages.ts';
import type { Unit } from '../base/units.ts';
import type { KindDefinition } from './model.ts';
import { ownColumns } from './own-columns.ts';

export type Names = Readonly<Record<Language, string>>;

export interface OwnChannel {
  /** Of `ownColumns`: what kind of channel it is, and where its readings are. Never another one. */
  readonly column: string;
  readonly names: Names;
  readonly unit: Unit | null;
  readonly digits: number;
  /** Plausible values; what lies outside is kept apart, in question. Null: no bound. */
  readonly min: number | null;
  readonly max: number | null;
  /** No longer offered; its readings stay. */
  readonly hidden: boolean;
}
export interface OwnKindBody {
  readonly names: Names;
  readonly channels: readonly OwnChannel[];
  /** Column of the channel that lists and the map show. */
  readonly primary: string;
}
export interface OwnKind extends OwnKindBody {
  readonly id: number;
  readonly companyId: number;
  readonly version: number;
  /** It is the kind of a derived channel. */
  readonly ofFormula: boolean;
}

/** Codes of kinds of companies begin here: codes of the catalogue's own kinds stay below. */
const firstCode = 1000;
export const ownKindCode = (id: number): number => firstCode + id;
/** The id of a company's kind; null for a code of the catalogue. */
export const ownKindId = (code: number): number | null => (code > firstCode ? code - firstCode : null);

const path = (column: string) => `own/${column}`;

/** A company's kind as the catalogue's functions take it. */
export function ownKindDefinition({ id, channels, primary, ofFormula }: OwnKind): KindDefinition {
  const shown = channels.filter(({ hidden }) => !hidden);
  const columns = new Set(shown.map(({ column }) => column));
  const hasAmounts = ownColumns.amount.some((column) => columns.has(column));
  const all = Object.values(ownColumns).flat();
  return {
    code: ownKindCode(id),
    id: `own${id}`,
    rows: ['own'],
    without: [...all.filter((column) => !columns.has(column)), ...(hasAmounts ? [] : ['interval'])].map(path),
    units: Object.fromEntries(shown.map(({ column, unit }) => [path(column), unit])),
    digits: Object.fromEntries(shown.map(({ column, digits }) => [path(column), digits])),
    bounds: Object.fromEntries(shown.map(({ column, min, max }) => [path(column), { min, max }])),
    ...(ofFormula ? { computed: true } : {}),
    words: { prefix: `own${id}`, channels: shown.map(({ column }) => path(column)) },
    groups: [],
    actions: [],
    primary: { row: 'own', channel: primary },
    signals: {},
  };
}

/** Words of companies' kinds in a language, by the ids that stand for them in the messages. */
export function ownKindWords(
  kinds: readonly OwnKind[],
  language: Language,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    kinds.flatMap(({ id, names, channels }) => [
      [`kind.own${id}`, names[language]],
      ...channels.map(({ column, names: own }) => [`channel.own${id}.${column}`, own[language]]),
    ]),
  );
}

let known: ReadonlyMap<number, KindDefinition> = new Map();
let words: readonly OwnKind[] = [];

/**
 * Makes companies' kinds known in this process: the server's are those of its database, the console's those that the
 * server shows its user. Sensors refer to them by code, as to the catalogue's own.
 */
export function setOwnKinds(kinds: readonly OwnKind[]): void {
  words = kinds;
  known = new Map(kinds.map((kind) => [ownKindCode(kind.id), ownKindDefinition(kind)]));
}
export const knownOwnKinds = (): readonly OwnKind[] => words;
export const ownKindByCode = (code: number): KindDefinition | undefined => known.get(code);
export const ownKindDefinitions = (): readonly KindDefinition[] => [...known.values()];
