/** Sirens of a site as people see them. */
import type { MessageId } from '../../base/messages.ts';
import { horn } from '../../catalogue/kinds/horn.ts';
import type { Arming, Siren, SirenCall, SirenSite } from '../../contract/sites/sirens.ts';
import { callStates, SirenSound } from '../../contract/sites/sirens.ts';
import { expectedLanding } from '../../domain/rollout/expected-landing.ts';
import type { Sound } from '../../domain/sirens.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { RtuLink } from '../gateway/links.ts';
import type { Board } from '../sites/board.ts';
import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import { settingsOf } from '../two-persons/guard.ts';
import { words } from '../words.ts';
import { armingOf, armingProblem, type SirenCallRow } from './allowed.ts';
import { type FoundSiren, setupOf, sirensOf } from './site.ts';

/** Calls that have ended are shown for so long, ms. */
const shownFor = 86_400_000;

export interface SirenSources {
  readonly storage: Storage;
  readonly board: Board;
  readonly link: (rtuId: number) => RtuLink | null;
  readonly now: () => number;
}

const lights = SirenSound.properties.light.enum;
/** What is played, with a light that the catalogue knows. */
const soundOf = ({ light, ...sound }: Sound): SirenSound => ({
  ...sound,
  light: lights.find((one) => one === light) ?? 'red',
});

function sirenView({ board, link, now }: SirenSources, siren: FoundSiren): Siren | null {
  const site = board.siteOfRtu(siren.rtuId);
  if (site === undefined || site.rtu === null) return null;
  const facts = link(siren.rtuId);
  const landing = facts === null ? null : expectedLanding({ ...facts, now: now() });
  return {
    rtuId: siren.rtuId,
    slot: siren.slot,
    stationId: site.station.id,
    stationCode: site.station.code,
    stationName: site.station.name,
    sn: site.rtu.sn,
    isAwake: facts === null ? null : facts.connected === true,
    earliest: landing === null ? null : { at: landing.at, plusMinus: landing.plusMinus },
  };
}

function callView({ board }: SirenSources, call: SirenCallRow, { language }: Viewer): SirenCall {
  const text = words(language);
  const results = fromJson(call.results);
  return {
    id: call.id,
    stationId: call.station_id,
    alarmId: call.alarm_id,
    isDrill: call.is_drill !== 0,
    isAutomatic: call.arming_id !== null,
    state: callStates.find((one) => one === call.state) ?? 'failed',
    sound: soundOf(fromJson(call.sound)),
    targets: fromJson(call.targets).map(({ rtuId, slot }) => {
      const own = results.find((one) => one.rtuId === rtuId && one.slot === slot);
      return {
        rtuId,
        slot,
        stationCode: board.siteOfRtu(rtuId)?.station.code ?? '–',
        orderId: own?.orderId ?? null,
        refused: own?.refused == null ? null : text(own.refused.messageId as MessageId, own.refused.params),
      };
    }),
    hash: call.hash,
    createdAt: call.created_at,
    until: call.until_t,
    endedAt: call.ended_at,
    accountName: call.account_name,
    reason: call.reason,
  };
}

async function armingView({ storage, now }: SirenSources, stationId: number): Promise<Arming | null> {
  const row = await armingOf(storage.db, stationId);
  if (row === null || row.until_t <= now()) return null;
  const joint = await storage.db
    .selectFrom('joint_acts')
    .select(['first_name', 'second_name'])
    .where('id', '=', row.joint_id)
    .executeTakeFirst();
  return {
    id: row.id,
    from: row.from_t,
    until: row.until_t,
    reason: row.reason,
    first: joint?.first_name ?? '–',
    second: joint?.second_name ?? '–',
    problem: await armingProblem(storage.db, row, now()),
  };
}

/** A site; null = no such station is in use, or it is not the viewer's. */
export async function siteView(
  sources: SirenSources,
  viewer: Viewer,
  stationId: number,
): Promise<SirenSite | null> {
  const { storage, board, now } = sources;
  const { db } = storage;
  const site = board.sites(viewer).find(({ station }) => station.id === stationId);
  const setup = site === undefined ? null : await setupOf(db, stationId, viewer);
  if (site === undefined || setup === null) return null;
  const sirens = await sirensOf(db, stationId, setup);
  const calls = await db
    .selectFrom('siren_calls')
    .selectAll()
    .where('station_id', '=', stationId)
    .where('created_at', '>', now() - shownFor)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return {
    stationId,
    stationCode: site.station.code,
    stationName: site.station.name,
    companyId: setup.companyId,
    timeZone: site.station.time_zone,
    prepares: setup.prepares,
    sound: soundOf(setup.sound),
    sirens: sirens.flatMap((siren) => sirenView(sources, siren) ?? []),
    arming: await armingView(sources, stationId),
    calls: calls.map((call) => callView(sources, call, viewer)),
    takesTwo: (await settingsOf(db, setup.companyId)).sirens,
  };
}

/** Sites with sirens of their own, that were set up for those of their project, or for whose alarm sirens wait. */
export async function siteViews(sources: SirenSources, viewer: Viewer): Promise<SirenSite[]> {
  const { storage, board } = sources;
  const set = await storage.db
    .selectFrom('siren_sites')
    .select('station_id')
    .where('prepares', '!=', 'none')
    .execute();
  // A rule may name sirens for a site that prepares nothing itself.
  const called = await storage.db
    .selectFrom('siren_calls')
    .select('station_id')
    .distinct()
    .where('ended_at', 'is', null)
    .execute();
  const isSet = new Set([...set, ...called].map((row) => row.station_id));
  const hasHorn = ({ sensors }: ReturnType<Board['sites']>[number]) =>
    sensors.some(({ kind }) => kind === horn.code);
  const views: SirenSite[] = [];
  for (const site of board.sites(viewer)) {
    if (!isSet.has(site.station.id) && !hasHorn(site)) continue;
    const view = await siteView(sources, viewer, site.station.id);
    if (view !== null) views.push(view);
  }
  return views;
}
