/** S29: throws for a query that touches a company's tables without the company filter. */
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import type { Storage } from '../../../src/server/storage/storage.ts';

const ofCompanies = new Set(['projects', 'stations', 'rtus', 'sensors', 'device_messages']);

interface Named {
  readonly kind?: string;
  readonly identifier?: { readonly name: string };
  readonly column?: { readonly name: string };
}

/** Names of tables and columns that a query holds; columns of its `where` apart. */
function namesIn(node: unknown, tables: Set<string>, filtered: Set<string>, inWhere = false): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const entry of node) namesIn(entry, tables, filtered, inWhere);
    return;
  }
  const { kind, identifier, column } = node as Named;
  if (kind === 'SchemableIdentifierNode' && identifier !== undefined) tables.add(identifier.name);
  if (kind === 'ColumnNode' && inWhere && column !== undefined) filtered.add(column.name);
  for (const [key, value] of Object.entries(node))
    namesIn(value, tables, filtered, inWhere || key === 'where');
}

/** @throws Error for a query of a company's tables that is not filtered by company */
export function checkQuery(node: RootOperationNode): void {
  const tables = new Set<string>();
  const filtered = new Set<string>();
  namesIn(node, tables, filtered);
  const touched = [...tables].filter((table) => ofCompanies.has(table));
  if (touched.length > 0 && !filtered.has('company_id'))
    throw new Error(`a query of ${touched.join(', ')} without the company filter`);
}

/** What is reported of the queries, and when they are checked. */
export interface Watch {
  on(): boolean;
  /** Sources whose readings are asked for. */
  sources(ids: readonly number[]): void;
}

/** The storage with every query of relations checked while `on` answers true, and every read of readings reported. */
export function guardCompanies(storage: Storage, watch: Watch): Storage {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (watch.on()) checkQuery(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = storage.db.withPlugin(plugin);
  const readings = new Proxy(storage.readings, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]) => {
        const [first, second] = given;
        if (typeof first === 'object' && first !== null && 'sourceId' in first)
          watch.sources([Number(first.sourceId)]);
        if (Array.isArray(second)) watch.sources(second.map(Number));
        return value.apply(target, given);
      };
    },
  });
  return new Proxy(storage, {
    get: (target, key) => {
      if (key === 'db') return db;
      if (key === 'readings') return readings;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
