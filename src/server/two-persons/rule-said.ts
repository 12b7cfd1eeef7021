/** A change of a rule in the words of who reads it: their language, their names, the levels of its company. */
import type { Language } from '../../base/messages.ts';
import { levelWord } from '../../derive/level-word.ts';
import { type RuleChange, ruleChanges } from '../../derive/rule-words/diff.ts';
import { ruleWords } from '../../derive/rule-words/words.ts';
import { pathNames } from '../../domain/folders/tree.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { entryWords } from '../dictionaries/entries.ts';
import type { Board } from '../sites/board.ts';
import type { Db, KeptRuleChange } from '../storage/schema.ts';
import { words } from '../words.ts';

/** Who reads an act, and in which language. */
export interface ActReader {
  readonly viewer: Viewer;
  readonly language: Language;
}

/** Where the names come from. */
export interface RuleNaming {
  readonly board: Board;
  readonly edition: 'cn' | 'jp';
}

/** The same, with words that are read from the database before. */
export interface ReadyNaming extends RuleNaming {
  /** The word of a company's label in the reader's language; of a company that is none, the code. */
  readonly label: (companyId: number | null, code: string) => string;
  /** Shared folders with what they stand in. */
  readonly folders: readonly { readonly id: number; readonly name: string }[];
}

/** Folders that companies share, by their paths. */
async function folderNames(db: Db, companies: readonly number[]) {
  if (companies.length === 0) return [];
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'parent_id', 'position', 'name'])
    .where('share', '=', 'company')
    .where('company_id', 'in', [...companies])
    .execute();
  const nodes = new Map(
    rows.map(({ parent_id: parentId, ...row }) => [row.id, { ...row, parentId }] as const),
  );
  return rows.map(({ id }) => ({ id, name: pathNames(nodes, id).join(' / ') }));
}

/** Reads the words of the companies' labels in the reader's language. */
export async function readyNaming(
  db: Db,
  naming: RuleNaming,
  { language }: ActReader,
  companyIds: readonly (number | null)[],
): Promise<ReadyNaming> {
  const companies = [...new Set(companyIds.filter((id) => id !== null))];
  const word = await entryWords(db, 'label', companies, language);
  return {
    ...naming,
    folders: await folderNames(db, companies),
    label: (companyId, code) => (companyId === null ? code : word(companyId, code)),
  };
}

/** Every change, as the console's own comparison of two versions says it. */
export function saidRuleChange(
  { board, edition, label, folders }: ReadyNaming,
  { viewer, language }: ActReader,
  companyId: number | null,
  { before, after }: KeptRuleChange,
): readonly RuleChange[] {
  const text = words(language);
  const projects = board.projects(viewer);
  const sites = board.sites(viewer);
  const own = projects.find((project) => project.companyId === companyId)?.levelWords ?? null;
  const names = ruleWords(text, {
    projects,
    stations: sites.map(({ station: { id, code } }) => ({ id, name: code })),
    sensors: sites.flatMap(({ station, sensors }) =>
      sensors.map(({ id, slot }) => ({ targetId: id, stationCode: station.code, slot })),
    ),
    rtus: sites.flatMap(({ station, rtu }) =>
      rtu === null ? [] : [{ targetId: rtu.id, stationCode: station.code, slot: null }],
    ),
    level: (rank) => levelWord(text, edition, rank, own),
    folders,
    label: (code) => label(companyId, code),
  });
  return ruleChanges(before, after, text, names);
}
