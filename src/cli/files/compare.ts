/** Which file is of which thing, and what differs. */
import { Refusal } from '../../base/errors.ts';
import type { FolderFile } from './folder.ts';
import { type Filed, meaningOf } from './form.ts';
import type { RemoteThing } from './remote.ts';

/** A file with its thing: `thing` null = it would be a new one; `file` null = the folder has none of it. */
export type Pair =
  | { readonly file: FolderFile; readonly thing: RemoteThing | null }
  | { readonly file: null; readonly thing: RemoteThing };

const keyOf = ({ type, id }: Filed) => `${type} ${id}`;
/** Standard sets of different groups may have one name. */
const nameOf = ({ type, content }: Filed) =>
  'group' in content
    ? `${type} ${content.kind} ${content.group} ${content.name.trim()}`
    : `${type} ${content.name.trim()}`;

/**
 * Files by the id that stands in them; where it stands for nothing (any more), by their name. Things without a file follow.
 * @throws Refusal where two files are of one thing, or a name is that of several
 */
export function paired(files: readonly FolderFile[], things: readonly RemoteThing[]): readonly Pair[] {
  const byId = new Map(things.map((thing) => [keyOf(thing.filed), thing]));
  const taken = new Map<RemoteThing, FolderFile>();
  const take = (file: FolderFile, thing: RemoteThing) => {
    const other = taken.get(thing);
    if (other !== undefined)
      throw new Refusal(400, 'cli.files.twice', {
        file: file.file,
        other: other.file,
        name: thing.filed.content.name,
      });
    taken.set(thing, file);
  };
  const thingOf = new Map<FolderFile, RemoteThing>();
  for (const file of files) {
    const thing = file.filed.id === null ? undefined : byId.get(keyOf(file.filed));
    if (thing === undefined) continue;
    take(file, thing);
    thingOf.set(file, thing);
  }
  for (const file of files) {
    if (thingOf.has(file)) continue;
    const named = things.filter((thing) => !taken.has(thing) && nameOf(thing.filed) === nameOf(file.filed));
    if (named.length > 1)
      throw new Refusal(400, 'cli.files.several', { file: file.file, name: file.filed.content.name });
    const [thing] = named;
    if (thing === undefined) continue;
    take(file, thing);
    thingOf.set(file, thing);
  }
  return [
    ...files.map((file) => ({ file, thing: thingOf.get(file) ?? null })),
    ...things.filter((thing) => !taken.has(thing)).map((thing) => ({ file: null, thing })),
  ];
}

/** Those that differ; where the file and the thing say the same there is nothing to do. */
export const differing = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs.filter(
    ({ file, thing }) => file === null || thing === null || meaningOf(file.filed) !== meaningOf(thing.filed),
  );
