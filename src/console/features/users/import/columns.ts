import type { MessageId } from '../../../../base/messages.ts';

/** Columns of the template, in their order. */
export const userColumns = [
  'accountName',
  'fullName',
  'phone',
  'role',
  'company',
  'language',
  'password',
] as const;
/** Letters of a cell that the server takes. */
export const longestCell = 256;
/** What stands over each of them. */
export const userHeads: readonly MessageId[] = [
  'login.account',
  'users.fullName',
  'users.phone',
  'users.role',
  'sites.company',
  'header.language',
  'users.firstPassword',
];
