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
