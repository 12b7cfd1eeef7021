import { Refusal } from '../../../base/errors.ts';
import { hasPermission } from '../../../base/permissions.ts';
import * as contract from '../../../contract/company/two-persons.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { sees } from '../../sites/visible.ts';
import { settingsOf } from '../../two-persons/guard.ts';
import { type Binding, bind } from '../bind.ts';
import type { Guarded } from './joint-acts.ts';
import { line } from './joint-shown.ts';

/** What waits for a second person, and what companies ask two persons for. */
export function jointHandlers({ services, acts, joint }: Guarded): readonly Binding[] {
  const { storage } = services;
  const companiesOf = async ({ companyId }: Viewer) => {
    const rows = await storage.db.selectFrom('companies').select(['id', 'name']).orderBy('id').execute();
    return rows.filter(({ id }) => sees({ companyId }, id));
  };
  const settings = async (id: number, name: string) => ({
    companyId: id,
    companyName: name,
    ...(await settingsOf(storage.db, id)),
  });
  return [
    bind(contract.jointActs, async ({ viewer, language }) => {
      const found: contract.CompanyTwoPersons[] = [];
      for (const { id, name } of await companiesOf(viewer)) found.push(await settings(id, name));
      const mayEdit = hasPermission(viewer.permissions, 'system:user:edit');
      return { acts: await joint.list({ viewer, language }), settings: found, mayEdit };
    }),
    bind(contract.signJoint, (by) => joint.sign(by, by.params.jointId, by.body)),
    bind(contract.refuseJoint, (by) => joint.refuse(by, by.params.jointId, by.body.reason)),
    bind(contract.saveTwoPersonSettings, async (by) => {
      const { companyId } = by.params;
      const own = (await companiesOf(by.viewer)).find(({ id }) => id === companyId);
      if (own === undefined) throw new Refusal(404, 'api.notFound', { what: `company ${companyId}` });
      const body = { companyId, ...by.body };
      const shown = {
        address: null,
        lines: [
          line('company', own.name),
          line('sirens', String(body.sirens)),
          line('plansAbove', body.plansAbove ?? '–'),
          line('rules', String(body.rules)),
        ],
      };
      const asked = { kind: 'settings' as const, body, language: by.language, shown: () => shown };
      await joint.guarded(by, asked, () => acts.settings(by, body));
      return { settings: await settings(companyId, own.name) };
    }),
  ];
}
