/** What both persons are shown of what they sign, line by line: names are words `joint.line.<name>`. */
import { Refusal } from '../../../base/errors.ts';
import type { OrderBody } from '../../../contract/devices/orders.ts';
import type { ChangeProposal } from '../../../contract/proposals.ts';
import { sirensText } from '../../../derive/siren-text.ts';
import type { EditedRule } from '../../../domain/alarms/edits.ts';
import { firstSound, type SirenTarget, type Sound } from '../../../domain/sirens.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Board } from '../../sites/board.ts';
import type { JointShown } from '../../storage/schema.ts';
import { words } from '../../words.ts';
import type { Services } from '../services.ts';

export const line = (name: string, value: string | number) => ({ name, value: String(value) });
const ofReason = (reason: string) => (reason.trim() === '' ? [] : [line('reason', reason.trim())]);

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

/** Changes that somebody accepts: all of them stand on the proposal's own page. */
export function shownProposal(
  { id, title, changes }: ChangeProposal,
  { positions, reason }: { readonly positions: readonly number[]; readonly reason: string },
): JointShown {
  const chosen = changes.filter(({ position }) => positions.includes(position));
  return {
    address: `/proposals/${id}`,
    lines: [
      line('proposal', title),
      ...chosen.map(({ type, name, deletes }) => line(type, deletes ? `− ${name}` : name)),
      ...ofReason(reason),
    ],
  };
}

/** A version of a rule that is to be saved, against the one that it is made of; null = there is none. */
export function shownRule(
  before: (EditedRule & { readonly version: number }) | null,
  after: EditedRule | null,
  reason: string,
): JointShown {
  const kept = (rule: EditedRule | null) =>
    rule === null ? null : { name: rule.name, definition: rule.definition };
  return {
    address: '/alarms/rules',
    lines: [
      line('rule', (after ?? before)?.name ?? '–'),
      ...(before === null ? [] : [line('version', before.version)]),
      ...ofReason(reason),
    ],
    rule: { before: kept(before), after: kept(after) },
  };
}

/** An order to a device: a siren that is sounded by hand. */
export function shownOrder(
  board: Board,
  viewer: Viewer,
  { target, content, reason }: Pick<OrderBody, 'target' | 'content' | 'reason'>,
): JointShown {
  const site = board.siteOfRtu(target.rtuId);
  if (site === undefined || content.type !== 'action')
    throw new Refusal(404, 'api.notFound', { what: `rtu ${target.rtuId}` });
  const sound = { ...firstSound, ...(content.args as Partial<Sound>) };
  const sirens = { targets: [{ rtuId: target.rtuId, slot: target.slot ?? 0 }], sound };
  return shownSirens(board, viewer, site.station.id, sirens, ofReason(reason));
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
