/** `pull`, `diff` and `plan`: scripts, rules and standard sets as files of a folder (README.md of the command line). */
import { basename, resolve } from 'node:path';
import { Refusal } from '../../base/errors.ts';
import { self } from '../../contract/company/service-accounts.ts';
import { createProposal, type ProposedChange, proposalBounds } from '../../contract/proposals.ts';
import { type Asker, ServerRefusal } from '../ask.ts';
import type { CommandLine } from '../commands.ts';
import { printable } from '../print.ts';
import { readProfile } from '../profile.ts';
import { differing, type Pair, paired } from './compare.ts';
import {
  companyOf,
  ensureFolder,
  type FolderFile,
  markOf,
  readFolder,
  readPulled,
  removeFile,
  writeCompany,
  writeFiled,
  writePulled,
} from './folder.ts';
import { type Filed, type FiledType, filedTypes, meaningOf, placeOf, textOf } from './form.ts';
import { fileName, freeName, sameName } from './names.ts';
import { readRemote } from './remote.ts';

/** Exit codes; 1 is an error. */
const same = 0;
const differs = 2;

/** @throws Refusal 400 for none, or several */
function folderOf({ given }: CommandLine): string {
  const [folder] = given;
  if (folder === undefined || given.length !== 1) throw new Refusal(400, 'cli.usage');
  return folder;
}

/** @throws Refusal for a type that there is not */
function typesOf({ values: { only } }: CommandLine): readonly FiledType[] {
  if (only === undefined) return filedTypes;
  const names = only.split(',').map((name) => name.trim());
  const found = filedTypes.filter((type) => names.includes(placeOf[type].folder));
  if (found.length !== new Set(names).size) throw new Refusal(400, 'cli.files.only', {}, 'only');
  return found;
}

/** The company of the token. @throws Refusal where that is every one, or the folder is of another one */
async function ownCompany(asker: Asker, folder: string): Promise<string> {
  const { companyName } = await asker.ask(self, {});
  if (companyName === null) throw new Refusal(400, 'cli.files.noCompany');
  const there = companyOf(folder);
  if (there !== null && there !== companyName)
    throw new Refusal(400, 'cli.files.otherCompany', { folder, there, own: companyName });
  return companyName;
}

/**
 * Writes what the server has; files of things that it has no more go. A file that says something else than the server, and
 * was changed since it was pulled here, is kept, unless it is to be overwritten.
 */
async function pull(line: CommandLine): Promise<number> {
  const folder = folderOf(line);
  const types = typesOf(line);
  const asker = line.asker();
  ensureFolder(folder);
  const company = await ownCompany(asker, folder);
  const things = await readRemote(asker, types);
  const files = readFolder(folder, types, line.say);
  const pairs = paired(files, things);
  const say = (id: 'cli.files.wrote' | 'cli.files.removed' | 'cli.files.kept', file: string) =>
    line.out(`${line.say(id, { file: printable(file) })}\n`);
  const taken = new Set(files.map(({ file }) => sameName(file)));
  const pulled = readPulled(folder);
  let [wrote, removed, kept] = [0, 0, 0];
  const write = (file: string, filed: Filed) => {
    writeFiled(folder, file, filed);
    say('cli.files.wrote', file);
    wrote += 1;
  };
  const keeps = ({ file, text }: FolderFile) => {
    if (line.values.overwrite === true || markOf(text) === pulled.get(file)) return false;
    say('cli.files.kept', file);
    kept += 1;
    return true;
  };
  writeCompany(folder, company);
  for (const { file, thing } of pairs) {
    if (thing === null) {
      // Without an id it is one that nobody has accepted yet: it stays.
      if (file === null || file.filed.id === null || keeps(file)) continue;
      removeFile(folder, file.file);
      pulled.delete(file.file);
      say('cli.files.removed', file.file);
      removed += 1;
    } else if (file !== null) {
      if (meaningOf(thing.filed) !== meaningOf(file.filed) && keeps(file)) continue;
      if (markOf(textOf(thing.filed)) !== markOf(file.text)) write(file.file, thing.filed);
      pulled.set(file.file, markOf(textOf(thing.filed)));
    } else {
      const { type, content } = thing.filed;
      const place = placeOf[type];
      const name = `${place.folder}/${fileName(content.name, type)}`;
      const free = freeName(name, place.ending, taken);
      write(free, thing.filed);
      pulled.set(free, markOf(textOf(thing.filed)));
    }
  }
  writePulled(folder, pulled);
  const count = pairs.filter(({ thing }) => thing !== null).length;
  line.out(`${line.say('cli.files.pulled', { folder, count, wrote, removed })}\n`);
  if (kept === 0) return same;
  line.out(`${line.say('cli.files.keptAll', { count: kept })}\n`);
  return differs;
}

/** The folder against the server. */
async function compared(line: CommandLine, folder: string, asker: Asker): Promise<readonly Pair[]> {
  const types = typesOf(line);
  const files = readFolder(folder, types, line.say);
  await ownCompany(asker, folder);
  return differing(paired(files, await readRemote(asker, types)));
}

async function diff(line: CommandLine): Promise<number> {
  const { differenceText } = await import('./say.ts');
  const found = await compared(line, folderOf(line), line.asker());
  if (found.length === 0) {
    line.out(`${line.say('cli.files.same')}\n`);
    return same;
  }
  line.out(`${differenceText(found, line.say)}\n`);
  return differs;
}

/** A pair as a change of what the server has; null = a deletion that nobody asked for. */
function changeOf({ file, thing }: Pair, deletes: boolean): ProposedChange | null {
  if (file === null && !deletes) return null;
  const { type } = file?.filed ?? (thing as NonNullable<typeof thing>).filed;
  const made = {
    type,
    id: thing?.filed.id ?? null,
    base: thing?.base ?? null,
    after: file?.filed.content ?? null,
  };
  // Type, id and content are of one thing: `paired` holds them together.
  return made as ProposedChange;
}

/** What the server refused of one of several changes, with the file that says it. */
function refusedFile(error: unknown, pairs: readonly Pair[]): unknown {
  const place = error instanceof ServerRefusal ? /^changes\/(\d+)/.exec(error.field ?? '')?.[1] : undefined;
  if (place === undefined || !(error instanceof ServerRefusal)) return error;
  const pair = pairs[Number(place)];
  const file = pair?.file?.file ?? pair?.thing?.filed.content.name ?? '–';
  return new Refusal(400, 'cli.files.bad', {
    file: printable(file),
    problem: printable(error.message),
  });
}

/** Proposes what differs. A person accepts it in the console. */
async function plan(line: CommandLine): Promise<number> {
  const folder = folderOf(line);
  const asker = line.asker();
  const found = await compared(line, folder, asker);
  const deletes = line.values.delete === true;
  const going = found.flatMap((pair) => {
    const change = changeOf(pair, deletes);
    return change === null ? [] : [{ pair, change }];
  });
  if (found.length > 0) {
    const { differenceText } = await import('./say.ts');
    line.out(`${differenceText(found, line.say)}\n`);
    if (!deletes && going.length < found.length) line.out(`${line.say('cli.files.left')}\n`);
  }
  if (going.length === 0) {
    line.out(`${line.say('cli.files.nothing')}\n`);
    return same;
  }
  const name = basename(resolve(folder));
  const title = (line.values.title ?? line.say('cli.files.title', { folder: name })).slice(0, 120);
  const body = { title, changes: going.map(({ change }) => change) };
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes > proposalBounds.letters || body.changes.length > proposalBounds.changes)
    throw new Refusal(400, 'cli.files.tooLarge', { bytes, most: proposalBounds.letters });
  try {
    const { proposal } = await asker.ask(createProposal, { body });
    const { server } = readProfile(line.environment);
    const address = `${server}/proposals/${proposal.id}`;
    line.out(
      `${line.say('cli.files.proposed', { count: proposal.changes.length, id: proposal.id, address })}\n`,
    );
    return differs;
  } catch (error) {
    throw refusedFile(
      error,
      going.map(({ pair }) => pair),
    );
  }
}

/** By the name that is typed. */
export const fileCommands = { pull, diff, plan } as const;
