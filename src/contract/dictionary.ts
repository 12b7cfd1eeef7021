import Type, { type Static, type TSchema, type TUnsafe } from 'typebox';

/**
 * An object of any keys with values of one schema. As `Type.Record` says it; that one alone would bring 13 KB of
 * template literals into the first load.
 */
export const dictionary = <S extends TSchema>(values: S): TUnsafe<Record<string, Static<S>>> =>
  Type.Unsafe<Record<string, Static<S>>>({ type: 'object', patternProperties: { '^.*$': values } });
