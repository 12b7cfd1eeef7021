/** Where the command line finds its server and its token: the environment, or what `login` wrote down. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Refusal } from '../base/errors.ts';

/** A server, and the token by which it is asked. */
export interface Profile {
  readonly server: string;
  readonly token: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The file that `login` writes; below `XDG_CONFIG_HOME` where that is set. */
export const profileFile = ({ XDG_CONFIG_HOME, HOME }: Environment): string =>
  join(XDG_CONFIG_HOME ?? join(HOME ?? homedir(), '.config'), 'groundwatch', 'login.json');

/** An address without what follows its host and port. @throws Refusal for what is no http(s) address */
export function serverOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Refusal(400, 'cli.noServer', { value: address }, 'server');
  return url.origin;
}

function readFile(file: string): Partial<Profile> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Profile>;
  } catch {
    throw new Refusal(400, 'cli.badLogin', { file });
  }
}

/**
 * `GROUNDWATCH_SERVER` and `GROUNDWATCH_TOKEN`, each before what was written down. A written token is not sent to another
 * server than the one that it was given for.
 * @throws Refusal where either is missing
 */
export function readProfile(environment: Environment): Profile {
  const { GROUNDWATCH_SERVER: named, GROUNDWATCH_TOKEN: given } = environment;
  const kept = readFile(profileFile(environment));
  const server = named === undefined ? kept.server : serverOf(named);
  const token = given ?? (server === kept.server ? kept.token : undefined);
  if (server === undefined || token === undefined) throw new Refusal(400, 'cli.noLogin');
  return { server, token };
}

/** Writes a login down, for its owner’s eyes alone. Answers the file. */
export function writeProfile(environment: Environment, profile: Profile): string {
  const file = profileFile(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
  // An older file keeps its mode when it is written.
  chmodSync(file, 0o600);
  return file;
}

/** Forgets the login. */
export function removeProfile(environment: Environment): string {
  const file = profileFile(environment);
  rmSync(file, { force: true });
  return file;
}
