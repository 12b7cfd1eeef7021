/** Scripts, rules and standard sets as texts of files: the same thing is always the same text. */
import { Refusal } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import { groups, kindByCode, kinds } from '../../catalogue/index.ts';
import { ruleFileType } from '../../contract/alarms/rule-file.ts';
import type { StandardScope } from '../../contract/devices/standards.ts';
import type { RuleContent, ScriptContent, StandardContent } from '../../contract/proposals.ts';

/** What a file holds. `id`: of the thing that it was written of; null = it says none. */
export type Filed =
  | { readonly type: 'script'; readonly id: string | null; readonly content: ScriptContent }
  | { readonly type: 'rule'; readonly id: number | null; readonly content: RuleContent }
  | { readonly type: 'standard'; readonly id: number | null; readonly content: StandardContent };
export type FiledType = Filed['type'];

const standardFileType = 'groundwatch-standard';
const scriptMark = '// groundwatch-script ';

/** Folder and ending of the files of each type. */
export const placeOf: Readonly<Record<FiledType, { readonly folder: string; readonly ending: string }>> = {
  script: { folder: 'scripts', ending: '.ts' },
  rule: { folder: 'rules', ending: '.json' },
  standard: { folder: 'standards', ending: '.json' },
};
export const filedTypes = Object.keys(placeOf) as readonly FiledType[];

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

/** The same with the names of all objects in order. */
function ordered(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Readonly<Record<string, Plain>>);
  return Object.fromEntries(
    entries
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, ordered(one)]),
  );
}

/** Lists that mean the same in any order. */
const sets = ['projects', 'kinds', 'stations', 'except', 'mounts', 'labels', 'sensors', 'folders'] as const;

function inOrder(list: readonly Plain[]): readonly Plain[] {
  return list.toSorted((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
  );
}

/** A scope in the one order in which it is written. */
function orderedScope(scope: object): Readonly<Record<string, Plain>> {
  const parts = Object.entries(scope as Readonly<Record<string, readonly Plain[]>>).flatMap(
    ([part, list]) => {
      // Left out and empty mean the same.
      const isLeftOut = list.length === 0 && (part === 'sensors' || part === 'folders');
      return isLeftOut ? [] : [[part, sets.some((set) => set === part) ? inOrder(list) : list] as const];
    },
  );
  return ordered(Object.fromEntries(parts)) as Readonly<Record<string, Plain>>;
}

/** A definition in the one order in which it is written. */
function orderedRule({ name, definition }: RuleContent): RuleContent {
  const scope = orderedScope(definition.scope);
  const overrides = definition.overrides.toSorted((a, b) => a.targetId - b.targetId);
  return ordered({
    name,
    definition: { ...definition, scope, overrides },
  } as unknown as Plain) as unknown as RuleContent;
}
/** Fields of a standard set that belong to one device: they are named, so that who writes them means them. */
function ownOf({ group, values }: StandardContent): readonly string[] {
  const fields = Object.values(groups).find(({ id }) => id === group)?.fields ?? [];
  return fields.filter(({ id, own }) => own !== undefined && Object.hasOwn(values, id)).map(({ id }) => id);
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
/** JSON of one line that ends no comment: JSON lets two signs stand that end lines of a script. */
const inComment = (value: unknown) =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
const whole = (text: string) => `${text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')}\n`;

/** The text of the file. `id` left out where it is null. */
export function textOf({ type, id, content }: Filed): string {
  const head = id === null ? {} : { id };
  if (type === 'script')
    return `${scriptMark}${inComment({ ...head, name: content.name })}\n${whole(content.text)}`;
  if (type === 'rule') {
    const { name, definition } = orderedRule(content);
    return json({ type: ruleFileType, ...head, name, definition });
  }
  const { name, kind, group } = content;
  const own = ownOf(content);
  const values = ordered(content.values as unknown as Plain);
  const known = kind === null ? 'rtu' : (kindByCode(kind)?.id ?? kind);
  const watch = content.watch == null ? {} : { watch: orderedScope(content.watch) };
  return json({
    type: standardFileType,
    ...head,
    name,
    kind: known,
    group,
    values,
    ...(own.length === 0 ? {} : { own }),
    ...watch,
  });
}

/** The same without its id: what is compared. */
export const meaningOf = (filed: Filed): string => textOf({ ...filed, id: null } as Filed);

const refuse = (id: MessageId, params: Refusal['params'] = {}) => new Refusal(400, id, params);
type Read = Readonly<Record<string, unknown>>;

function parsed(text: string): Read {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw refuse('cli.files.noJson', { problem: error instanceof Error ? error.message : '' });
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw refuse('cli.files.noJson', { problem: '{}' });
  return read as Read;
}

function nameOf({ name }: Read): string {
  if (typeof name !== 'string' || name.trim() === '' || name.length > 80) throw refuse('cli.files.noName');
  return name;
}
const numberOf = ({ id }: Read) => (typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null);

function kindOf(kind: unknown): number | null {
  if (kind === null || kind === 'rtu') return null;
  const found = typeof kind === 'number' ? kind : kinds.find(({ id }) => id === kind)?.code;
  if (found === undefined) throw refuse('cli.files.noKind', { kind: String(kind) });
  return found;
}

/** A selection as it is written; lists that are left out are empty. */
function scopeOf(watch: unknown): StandardScope | null {
  if (watch === undefined || watch === null) return null;
  if (typeof watch !== 'object' || Object.values(watch).some((list) => !Array.isArray(list)))
    throw refuse('cli.files.noContent', { field: 'watch' });
  return { projects: [], stations: [], except: [], labels: [], folders: [], ...watch };
}

function scriptOf(text: string): Filed {
  const end = text.indexOf('\n');
  const first = (end < 0 ? text : text.slice(0, end)).trimEnd();
  if (!first.startsWith(scriptMark)) throw refuse('cli.files.noForm', { type: scriptMark.slice(3).trim() });
  const read = parsed(first.slice(scriptMark.length));
  const id = typeof read['id'] === 'string' && /^[0-9A-Z]{26}$/.test(read['id']) ? read['id'] : null;
  const own = end < 0 ? '' : whole(text.slice(end + 1));
  if (own.trim() === '') throw refuse('cli.files.noContent', { field: 'text' });
  return { type: 'script', id, content: { name: nameOf(read), text: own } };
}

/**
 * What a file holds; whether it would be taken the server says.
 * @throws Refusal with what is wrong with its form
 */
export function filedOf(type: FiledType, text: string): Filed {
  const clean = text.replace(/^\uFEFF/, '');
  if (type === 'script') return scriptOf(clean);
  const read = parsed(clean);
  const wanted = type === 'rule' ? ruleFileType : standardFileType;
  if (read['type'] !== wanted) throw refuse('cli.files.noForm', { type: wanted });
  const name = nameOf(read);
  const part = <T>(field: string): T => {
    const value = read[field];
    if (value === undefined || value === null) throw refuse('cli.files.noContent', { field });
    return value as T;
  };
  if (type === 'rule') {
    const definition = part<RuleContent['definition']>('definition');
    if (
      !Array.isArray(definition.overrides) ||
      typeof definition.scope !== 'object' ||
      definition.scope === null
    )
      throw refuse('cli.files.noContent', { field: 'definition.scope' });
    if (Object.values(definition.scope).some((list) => !Array.isArray(list)))
      throw refuse('cli.files.noContent', { field: 'definition.scope' });
    return { type, id: numberOf(read), content: { name, definition } };
  }
  const values = part<StandardContent['values']>('values');
  const group = part<string>('group');
  const own = Array.isArray(read['own']) ? (read['own'] as string[]) : [];
  // A file says all of a standard set: without a selection it is assigned to nothing.
  const watch = scopeOf(read['watch']);
  const content = {
    ...{ name, kind: kindOf(read['kind']), group, values, watch },
    ...(own.length === 0 ? {} : { own }),
  };
  return { type, id: numberOf(read), content };
}
