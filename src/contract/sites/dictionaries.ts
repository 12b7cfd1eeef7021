/** Dictionaries: lists of words that a company chooses from in forms (src/server/dictionaries/README.md). */
import Type, { type Static } from 'typebox';
import { dictionaryNames } from '../../base/dictionaries.ts';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const Name = Type.Enum([...dictionaryNames]);
const Word = Type.String({ minLength: 1, maxLength: 60 });
/** In the three languages of the product: render as text. */
export const DictionaryWords = Type.Object({ 'zh-chs': Word, en: Word, ja: Word }, strict);
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const DictionaryEntry = Type.Object(
  {
    /** What is stored where it is chosen; it never changes. */
    code: Type.String(),
    words: DictionaryWords,
    /** Entries stand in ascending order of it, then of their codes. */
    order: Type.Integer(),
    /** One that is off is shown where it was chosen, and can no longer be. */
    enabled: Type.Boolean(),
    /** It comes with the product. */
    builtIn: Type.Boolean(),
    /** Grows with every change; 0 = as it comes. A change carries the one that it is based on. */
    revision: Type.Integer(),
  },
  strict,
);
export type DictionaryEntry = Static<typeof DictionaryEntry>;
export type DictionaryWords = Static<typeof DictionaryWords>;

const Of = Type.Object({ dictionary: Name }, strict);
/** For who sees every company; left out by them = as it comes with the product. Others have their own company's. */
const Company = Type.Object({ companyId: Type.Optional(Id) }, strict);
const Body = Type.Object(
  {
    companyId: Type.Optional(Id),
    words: DictionaryWords,
    order: Type.Integer({ minimum: 0, maximum: 9999 }),
    enabled: Type.Boolean(),
    /** Of the entry that is changed; 0 = it is new, or as it comes. */
    revision: Type.Integer({ minimum: 0 }),
  },
  strict,
);

/** All entries in their order, those that are off too. */
export const dictionaryEntries = call('dictionaries.entries', 'GET /rest/dictionaries/:dictionary', {
  access: 'session',
  params: Of,
  query: Company,
  data: Type.Object({ entries: Type.Array(DictionaryEntry) }, strict),
});
/** Adds an entry, or changes one. Refused 409 where somebody changed it meanwhile. */
export const saveDictionaryEntry = call('dictionaries.save', 'PUT /rest/dictionaries/:dictionary/:code', {
  access: 'device:site:edit',
  params: Type.Object(
    {
      dictionary: Name,
      code: Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' }),
    },
    strict,
  ),
  body: Body,
  data: Type.Object({ entry: DictionaryEntry }, strict),
});
const State = nullable(
  Type.Object({ words: DictionaryWords, order: Type.Integer(), enabled: Type.Boolean() }, strict),
);
/** Who changed what, the newest first. */
export const dictionaryChanges = call('dictionaries.changes', 'GET /rest/dictionaries/:dictionary/changes', {
  access: 'device:site:edit',
  params: Of,
  query: Company,
  data: Type.Object(
    {
      changes: Type.Array(
        Type.Object(
          {
            code: Type.String(),
            at: Type.Integer(),
            accountName: nullable(Type.String()),
            /** null = it was new. */
            before: State,
            after: State,
          },
          strict,
        ),
      ),
    },
    strict,
  ),
});
