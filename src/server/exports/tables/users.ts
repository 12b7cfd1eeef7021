/** Users that the asker may deal with. Passwords and second factors are no part of it. */
import type { MessageId } from '../../../base/messages.ts';
import { isPerson } from '../../accounts/active.ts';
import { type ExportRow, exportTable } from '../table.ts';

/** Accounts with their roles. */
export const usersTable = exportTable<'users', object>('users', {
  async prepare({ viewer, text }) {
    return {
      given: {},
      subject: '',
      about: [
        [text('sites.company'), viewer.companyName ?? text('users.everyCompany')],
        [text('exports.about.zone'), 'UTC'],
      ],
    };
  },
  async open({ reading: { db }, scope, text }) {
    const { companyId } = scope;
    const all = db
      .selectFrom('users')
      .innerJoin('roles', 'roles.id', 'users.role_id')
      .leftJoin('companies', 'companies.id', 'users.company_id')
      .select([
        'users.full_name',
        'users.phone',
        'users.account_name',
        'users.language',
        'users.disabled',
        'users.created_at',
      ])
      .where(isPerson)
      .select(['roles.name as role', 'companies.name as company', 'users.totp_secret'])
      .orderBy('users.account_name');
    const found = await (companyId === null ? all : all.where('users.company_id', '=', companyId)).execute();
    const rows = found.map(
      (user): ExportRow => [
        user.account_name,
        user.full_name,
        user.phone,
        user.company ?? text('users.everyCompany'),
        user.role,
        text(`language.${user.language}` as MessageId),
        text(user.disabled === 0 ? 'exports.enabled' : 'users.disabled'),
        text(user.totp_secret === null ? 'value.no' : 'value.yes'),
        user.created_at,
      ],
    );
    return {
      columns: [
        { title: text('login.account'), kind: 'text', width: 24 },
        { title: text('users.fullName'), kind: 'text', width: 24 },
        { title: text('users.phone'), kind: 'text', width: 18 },
        { title: text('sites.company'), kind: 'text', width: 24 },
        { title: text('users.role'), kind: 'text' },
        { title: text('exports.language'), kind: 'text' },
        { title: text('orders.state'), kind: 'text' },
        { title: text('exports.twoStep'), kind: 'text' },
        { title: text('exports.createdAt'), kind: 'time', zone: 'UTC' },
      ],
      count: async () => rows.length,
      async *rows() {
        yield rows;
      },
    };
  },
});
