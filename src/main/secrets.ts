import { readFileSync } from 'node:fs';
import { hostsOf } from '../base/database-hosts.ts';

/** Passwords and tokens of examples, ours and everybody's: a copied example is no secret (S63). */
const examples = new Set([
  'change-me',
  'changeme',
  'change-this',
  'example',
  'groundwatch',
  'admin',
  'administrator',
  'secret',
  'password',
  'passwd',
  'token',
  'metrics-token',
  'your-token',
  'your-password',
  'your-secret',
  '123456',
  '12345678',
  '123456789',
  'qwerty',
  'letmein',
  'default',
]);

/** True for a secret that stands in an example: by the list, in angle brackets, or one character over and over. */
export function isExample(value: string): boolean {
  const plain = value.trim().toLowerCase().replaceAll('_', '-');
  return (
    examples.has(plain) || /^<.*>$/.test(plain) || /^(.)\1*$/.test(plain) || /change-?(me|this)/.test(plain)
  );
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A secret of the environment: `NAME`, or the file that `NAME_FILE` names (its last line break apart).
 * @throws Error when both are given, the file cannot be read or is empty, or the value is an example's; it names the
 * variable and never the value
 */
export function readSecret(environment: Environment, name: string): string | undefined {
  const value = environment[name] || undefined;
  const file = environment[`${name}_FILE`] || undefined;
  if (file === undefined) return value === undefined ? undefined : refuseExample(name, value);
  if (value !== undefined) throw new Error(`${name} and ${name}_FILE exclude each other`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new Error(`${name}_FILE: the file cannot be read (${code})`);
  }
  if (text.trim() === '') throw new Error(`${name}_FILE: the file is empty`);
  return refuseExample(name, text);
}

function refuseExample(name: string, value: string): string {
  if (isExample(value)) throw new Error(`${name} holds the secret of an example: make one of your own`);
  return value;
}

/**
 * An address that may hold a password, from `NAME` or `NAME_FILE`.
 * @throws Error when it is no address of the protocols, or its password is an example's
 */
export function readSecretUrl(
  environment: Environment,
  name: string,
  protocols: readonly string[],
): string | undefined {
  const value = readSecret(environment, name);
  if (value === undefined) return undefined;
  const password = passwordOf(value);
  const known = protocols.some((protocol) => value.startsWith(`${protocol}//`));
  // Said in words of our own: the errors of URL and of drivers hold the whole address.
  if (password === null || !known)
    throw new Error(`${name} is no address of ${protocols.map((one) => `${one}//`).join(', ')}`);
  if (password !== '') refuseExample(name, password);
  return value;
}

/** The password within an address, decoded; '' without one, null for what is no address. */
export function passwordOf(address: string): string | null {
  try {
    // Of a database on several hosts all addresses have the same.
    return decodeURIComponent(new URL(hostsOf(address)[0] ?? address).password);
  } catch {
    return null;
  }
}
