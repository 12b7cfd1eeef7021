/** What every demo writes before its server runs, and who fills its past. */
import { createUser } from '../../server/accounts/users.ts';
import { SiteEditor } from '../../server/sites/edit/editor.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { type Fleet, planFleet } from '../../simulator/fleet/index.ts';
import { rtuSlot } from '../../simulator/parameters.ts';
import type { SimulatedRtu } from '../../simulator/rtu.ts';
import { writeDemoAudit } from './demo-audit.ts';
import { credentialOf, type DemoFile } from './demo-file.ts';
import { type FilledSpan, PastFiller } from './demo-fill.ts';
import { makeDemoFormula } from './demo-formulas.ts';
import { makeDemoServiceAccount } from './demo-service-accounts.ts';
import { readSources, writeSite } from './demo-site.ts';
import { makeDemoSources } from './demo-sources.ts';

/** The fleet of a demo, and its RTUs in the plan's order. */
export function fleetOf(file: DemoFile): { readonly fleet: Fleet; readonly rtus: readonly SimulatedRtu[] } {
  const fleet = planFleet(file);
  return {
    fleet,
    rtus: fleet.projects.flatMap((project) => project.stations.map((station) => station.rtu)),
  };
}

/**
 * Writes companies, stations, accounts, data sources, a derived channel and a service account, once: what stands there is
 * left as it is. Called before the server runs.
 * @param isNew true where the file of the demo was made by this start
 */
export async function writeDemo(
  storage: Storage,
  file: DemoFile,
  fleet: Fleet,
  isNew: boolean,
): Promise<void> {
  const secretOf = credentialOf(file);
  const anyone = await storage.db.selectFrom('users').select('id').executeTakeFirst();
  if (isNew || anyone === undefined) {
    const [company = null] = await writeSite(storage, fleet, secretOf);
    for (const account of file.accounts) {
      // The maintainer sees every company, the others the first one.
      const companyId = account.roleId === 1 ? null : company;
      await createUser(storage, { ...account, companyId, language: 'zh-chs' });
    }
    await writeDemoAudit(storage, file.anchor);
  }
  // The server does not run yet: nobody has to look again.
  const editor = new SiteEditor(storage, async () => undefined);
  await makeDemoSources(editor, secretOf);
  await makeDemoFormula(editor);
  await makeDemoServiceAccount(storage);
}

/**
 * Who fills the past of a demo that is written; `close()` ends its thread.
 * @param span days of it; without it all of a year, and the places that have a story have their last month at once
 */
export async function fillerOf(
  storage: Storage,
  file: DemoFile,
  rtus: readonly SimulatedRtu[],
  span?: FilledSpan,
): Promise<PastFiller> {
  const sourceOf = await readSources(storage);
  const sources = new Map(
    rtus.flatMap((rtu) =>
      [rtuSlot, ...rtu.sensors.map((sensor) => sensor.slot)].map(
        (slot) => [`${rtu.sn}/${slot}`, sourceOf(rtu.sn, slot)] as const,
      ),
    ),
  );
  return new PastFiller(
    storage,
    { seed: file.seed, anchor: file.anchor, stations: file.stations, sources },
    span === undefined
      ? rtus.filter(({ sensors: [lead] }) => lead?.movement.episode !== undefined).map(({ sn }) => sn)
      : [],
    span,
  );
}

/** The names and passwords of a demo's accounts, a line each, for the terminal. */
export function accountLines({ accounts }: DemoFile): string {
  const width = Math.max(...accounts.map(({ accountName }) => accountName.length));
  return accounts
    .map(({ accountName, password }) => `  ${accountName.padEnd(width)}   ${password}`)
    .join('\n');
}
