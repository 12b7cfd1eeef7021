/** Users of a sheet: made all at once, or none while a row is bad; bad rows are answered with column and reason. */
import { randomInt } from 'node:crypto';
import { Check } from 'typebox/value';
import { Refusal } from '../../base/errors.ts';
import type { BodyOf, DataOf } from '../../contract/call.ts';
import {
  type ImportedUser,
  type importUsers as importCall,
  NewAccount,
  personBounds,
  phonePattern,
  type UserImportRow,
} from '../../contract/company/users.ts';
import type { By } from '../audit/by.ts';
import type { Db } from '../sites/edit/editor.ts';
import { auditNotFree, NotFree } from '../sites/edit/foreign-values.ts';
import { checkFree, checkNewUser, readUsers, storeUser } from './administration.ts';
import type { Login } from './login.ts';
import { hashPassword } from './passwords.ts';

type NewUser = Parameters<typeof checkNewUser>[2];
type Known = Awaited<ReturnType<typeof readUsers>>;

/** Without letters and digits that are read for each other. */
const letters = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679';
const passwordOf = (): string =>
  Array.from({ length: 16 }, () => letters[randomInt(letters.length)] ?? '').join('');

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** A row as a user to be made. @throws Refusal 422 that names the column */
function userOf(row: ImportedUser, known: Known, by: By): NewUser {
  const bad = (field: string, messageId: ConstructorParameters<typeof Refusal>[1], value: string) =>
    new Refusal(422, messageId, { value }, field);
  const name = row.accountName.normalize('NFKC').trim();
  if (!Check(NewAccount.accountName, name)) throw bad('accountName', 'users.import.account', row.accountName);
  const fullName = row.fullName.normalize('NFKC').trim();
  if (fullName.length > personBounds.fullName)
    throw new Refusal(422, 'users.import.long', { most: personBounds.fullName }, 'fullName');
  const phone = row.phone.normalize('NFKC').trim();
  if (phone.length > personBounds.phone || !new RegExp(phonePattern).test(phone))
    throw bad('phone', 'users.import.phone', row.phone);
  const role = known.roles.find((one) => fold(one.name) === fold(row.role));
  if (role === undefined) throw bad('role', 'users.import.role', row.role);
  const company = known.companies.find((one) => fold(one.name) === fold(row.company));
  if (company === undefined && row.company.trim() !== '')
    throw bad('company', 'users.import.company', row.company);
  return {
    accountName: name,
    password: row.password === '' ? passwordOf() : row.password,
    fullName,
    phone,
    roleId: role.id,
    companyId: company?.id ?? by.viewer.companyId,
    language: row.language,
  };
}

/** A row that was looked at: the user it would make, or why it makes none. */
interface Looked {
  readonly row: ImportedUser;
  readonly user: NewUser | null;
  readonly refused: Refusal | null;
}

/** Of the fields of a user the columns of the sheet that give them. */
const columnOf: Readonly<Record<string, string>> = { roleId: 'role', companyId: 'company' };

function lineOf({ row, user, refused }: Looked, isStored: boolean): UserImportRow {
  const { row: number, accountName } = row;
  if (refused !== null || user === null) {
    const { field = null, messageId = 'sites.taken', params } = refused ?? {};
    const column = field === null ? null : (columnOf[field] ?? field);
    return {
      row: number,
      accountName,
      result: 'bad',
      field: column,
      messageId,
      params: { ...params },
      password: null,
    };
  }
  const password = isStored && row.password === '' ? user.password : null;
  const result = isStored ? 'added' : 'good';
  return { row: number, accountName, result, field: null, messageId: null, params: {}, password };
}

async function lookAt(row: ImportedUser, known: Known, by: By, db: Db, taken: Set<string>): Promise<Looked> {
  try {
    const user = userOf(row, known, by);
    const name = fold(user.accountName);
    if (taken.has(name)) throw new Refusal(422, 'sites.taken', { value: user.accountName }, 'accountName');
    await checkNewUser(db, by.viewer, user);
    taken.add(name);
    return { row, user, refused: null };
  } catch (refused) {
    if (!(refused instanceof Refusal)) throw refused;
    return { row, user: null, refused };
  }
}

/** Users are stored where all of them can be, or where those that are good are asked for; in one transaction. */
async function store(
  login: Login,
  by: By,
  looked: readonly Looked[],
  partial: boolean,
): Promise<readonly UserImportRow[]> {
  const { storage, now } = login;
  const hashes = await Promise.all(
    looked.map(({ user }) => (user === null ? '' : hashPassword(user.password))),
  );
  return storage.write(async (db) => {
    const checked: Looked[] = [];
    for (const one of looked) {
      try {
        if (one.user !== null) await checkFree(db, by, one.user.accountName, now());
        checked.push(one);
      } catch (refused) {
        if (!(refused instanceof Refusal)) throw refused;
        if (refused instanceof NotFree) await auditNotFree(db, by, refused, now());
        checked.push({ row: one.row, user: null, refused });
      }
    }
    const isStored = partial || checked.every(({ user }) => user !== null);
    if (isStored)
      for (const [index, { user }] of checked.entries())
        if (user !== null) await storeUser(db, by, user, hashes[index] ?? '', now());
    return checked.map((one) => lineOf(one, isStored));
  });
}

/** @returns a line for each row, in their order */
export async function importUsers(
  login: Login,
  by: By,
  { users, dryRun, partial }: BodyOf<typeof importCall>,
): Promise<DataOf<typeof importCall>> {
  const { db } = login.storage;
  const known = await readUsers(db, by.viewer);
  const taken = new Set(known.users.map((user) => fold(user.accountName)));
  const looked: Looked[] = [];
  for (const row of users) looked.push(await lookAt(row, known, by, db, taken));
  const isBad = looked.some(({ user }) => user === null);
  if (dryRun || (isBad && !partial)) return { rows: looked.map((one) => lineOf(one, false)) };
  return { rows: [...(await store(login, by, looked, partial))] };
}
