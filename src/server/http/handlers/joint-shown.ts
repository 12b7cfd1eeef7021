/** What both persons are shown of what they sign, line by line: names are words `joint.line.<name>`. */
import { Refusal } from '../../../base/errors.ts';
import { sirensText } from '../../../derive/siren-text.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import type { SirenTarget, Sound } from '../../../domain/sirens.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Board } from '../../sites/board.ts';
import type { JointShown } from '../../storage/schema.ts';
import { leafChanges } from '../../two-persons/leaf-changes.ts';
import { words } from '../../words.ts';
import type { Services } from '../services.ts';

export const line = (name: string, value: string | number) => ({ name, value: String(value) });
const ofReason = (reason: string) => (reason.trim() === '' ? [] : [line('reason', reason.trim())]);
/** Changes that are named one by one. */
const most = 30;

/** A plan that is to be approved: all of it stands on its own page. */
export async function shownPlan(
  { plans }: Services,
  viewer: Viewer,
  planId: string,
  { revision, reason }: { readonly revision: number; readonly reason: string },
): Promise<JointShown> {
  const { plan } = await plans.one(viewer, planId);
  const going = plan.items.filter((item) => item.type !== 'skip' && !item.excluded);
  const devices = new Set(going.map(({ target }) => target?.rtuId));
  return {
    address: `/plans/${planId}`,
    lines: [
      line('plan', plan.title),
      line('devices', devices.size),
      line('items', going.length),
      ...plan.proposals.filter(({ excluded }) => !excluded).map(({ name }) => line('rule', name)),
      line('revision', revision),
      ...ofReason(reason),
    ],
  };
}

/** A version of a rule that is to be saved, against the one that it is made of. */
export function shownRule(
  before: { readonly name: string; readonly version: number; readonly definition: Definition } | null,
  after: { readonly name: string; readonly definition: Definition | null; readonly reason: string },
): JointShown {
  const changes = after.definition === null ? [] : leafChanges(before?.definition ?? {}, after.definition);
  const more = changes.length - most;
  return {
    address: '/alarms/rules',
    lines: [
      line('rule', after.name),
      ...(before === null ? [] : [line('version', before.version)]),
      ...changes.slice(0, most).map((change) => line('change', change)),
      ...(more > 0 ? [line('more', more)] : []),
      ...ofReason(after.reason),
    ],
  };
}

/** Sirens that are to sound, by their stations, and what they play. */
export function shownSirens(
  board: Board,
  viewer: Viewer,
  stationId: number,
  { targets, sound }: { readonly targets: readonly SirenTarget[]; readonly sound: Sound },
  more: JointShown['lines'],
): JointShown {
  const site = board.sites(viewer).find(({ station }) => station.id === stationId);
  if (site === undefined) throw new Refusal(404, 'api.notFound', { what: `station ${stationId}` });
  return {
    address: null,
    lines: [
      line('site', `${site.station.code} ${site.station.name}`),
      ...targets.map(({ rtuId, slot }) =>
        line('siren', `${board.siteOfRtu(rtuId)?.station.code ?? '–'}, ${slot}`),
      ),
      line('sound', sirensText(sound, words(viewer.language))),
      ...more,
    ],
  };
}
