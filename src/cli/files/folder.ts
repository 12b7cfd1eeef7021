/** The folder on the disk: its files are read and written, links are neither. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../base/errors.ts';
import type { CommandLine } from '../commands.ts';
import { type Filed, type FiledType, filedOf, placeOf, textOf } from './form.ts';

/** Says whose files these are, so that those of one company are never held against another one's. */
const markFile = 'groundwatch.json';
const markType = 'groundwatch-folder';
/** What was pulled, by file: what a file held then says whether it was changed here since. No file for git. */
const pulledFile = '.groundwatch-pulled.json';
/** Files that are read: a longer one is none of ours. */
const mostBytes = 4_000_000;

/** A file with what it holds; `file` from the folder on, with slashes. */
export interface FolderFile {
  readonly file: string;
  readonly filed: Filed;
  readonly text: string;
}

const statOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });

/** @throws Refusal for a link, which could lead anywhere */
function plainFolder(path: string, file: string): boolean {
  const found = statOf(path);
  if (found === undefined) return false;
  if (!found.isDirectory()) throw new Refusal(400, 'cli.files.link', { file });
  return true;
}

/** Company that the folder says its files are of; null = it says nothing. @throws Refusal */
export function companyOf(folder: string): string | null {
  const path = join(folder, markFile);
  const found = statOf(path);
  if (found === undefined) return null;
  if (!found.isFile()) throw new Refusal(400, 'cli.files.link', { file: markFile });
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as { type?: unknown; company?: unknown };
    if (read.type === markType && typeof read.company === 'string') return read.company;
  } catch {
    // Falls through: it is not ours.
  }
  throw new Refusal(400, 'cli.files.noForm', { type: markType });
}

/** Writes a file that has its name only when it is whole. */
function writeWhole(path: string, text: string): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { flag: 'wx' });
  renameSync(part, path);
}

export function writeCompany(folder: string, company: string): void {
  const text = `${JSON.stringify({ type: markType, company }, null, 2)}\n`;
  const path = join(folder, markFile);
  if (statOf(path)?.isFile() === true && readFileSync(path, 'utf8') === text) return;
  writeWhole(path, text);
}

/**
 * The files of some types, by their names. Files with other endings are nobody's.
 * @throws Refusal naming the file that is a link, too long, or not of its form
 */
export function readFolder(
  folder: string,
  types: readonly FiledType[],
  say: CommandLine['say'],
): readonly FolderFile[] {
  if (!plainFolder(folder, folder)) throw new Refusal(404, 'cli.files.noFolder', { folder });
  return types.flatMap((type) => {
    const place = placeOf[type];
    const inside = join(folder, place.folder);
    if (!plainFolder(inside, place.folder)) return [];
    const names = readdirSync(inside).filter((name) => name.endsWith(place.ending) && !name.startsWith('.'));
    return names.toSorted().map((name): FolderFile => {
      const file = `${place.folder}/${name}`;
      const path = join(inside, name);
      const found = statOf(path);
      if (found?.isFile() !== true || found.size > mostBytes)
        throw new Refusal(400, 'cli.files.link', { file });
      const text = readFileSync(path, 'utf8');
      try {
        return { file, filed: filedOf(type, text), text };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new Refusal(400, 'cli.files.bad', { file, problem: say(error.messageId, error.params) });
      }
    });
  });
}

/** Writes what a thing is into its file. */
export function writeFiled(folder: string, file: string, filed: Filed): void {
  const place = placeOf[filed.type];
  const inside = join(folder, place.folder);
  if (!plainFolder(inside, place.folder)) mkdirSync(inside);
  writeWhole(join(folder, file), textOf(filed));
}

/** What a file holds, however its lines end. */
export const markOf = (text: string): string =>
  createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('hex');

/** Marks of files as they were pulled last; of a folder that was not pulled here none. */
export function readPulled(folder: string): Map<string, string> {
  const path = join(folder, pulledFile);
  if (statOf(path)?.isFile() !== true) return new Map();
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return new Map(
      Object.entries(read ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    // Half-written or of somebody else: every file then counts as changed here.
    return new Map();
  }
}

export function writePulled(folder: string, marks: ReadonlyMap<string, string>): void {
  const path = join(folder, pulledFile);
  const found = statOf(path);
  if (found !== undefined && !found.isFile()) throw new Refusal(400, 'cli.files.link', { file: pulledFile });
  writeWhole(path, `${JSON.stringify(Object.fromEntries([...marks].sort()), null, 2)}\n`);
}

export function removeFile(folder: string, file: string): void {
  rmSync(join(folder, file));
}

/** Makes the folder where it is not there. @throws Refusal for a link */
export function ensureFolder(folder: string): void {
  if (!plainFolder(folder, folder)) mkdirSync(folder, { recursive: true });
}
