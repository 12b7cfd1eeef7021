/** Steps of a script become the sets of a plan, and what is proposed besides. */
import type { PlanOrder } from '../../contract/plans.ts';
import type { Proposal } from '../../contract/workflows.ts';
import type { DeviceReason } from '../../script/problem.ts';
import type { Step } from '../../script/proposal.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { ownerOf } from '../delivery/row.ts';
import type { Board } from '../sites/board.ts';
import { failure, findDevice, siteOf } from './calls/devices.ts';

type Sets = Proposal['sets'];
type Sends = Proposal['sends'];
type Skips = Proposal['skips'];

export interface Proposed {
  readonly proposal: Proposal;
  readonly items: readonly PlanOrder[];
}

/** The device that takes an action, or why there is none. */
function takes(board: Board, viewer: Viewer, { device, action }: Extract<Step, { step: 'send' }>) {
  const site = siteOf(board, viewer, device.station);
  if (site === null) return 'gone' satisfies DeviceReason;
  if (site.rtu === null) return 'noRtu' satisfies DeviceReason;
  const sensor = site.sensors.find(({ slot }) => slot === device.slot);
  if (device.slot !== null && sensor === undefined) return 'noSensor' satisfies DeviceReason;
  const commands = ownerOf(sensor?.kind ?? null)?.commands as readonly string[] | undefined;
  return commands?.includes(action) === true ? null : ('noGroup' satisfies DeviceReason);
}

/** What of the steps stands now: devices that are not there (any more) are left out by name. */
export function proposalOf(board: Board, viewer: Viewer, title: string, steps: readonly Step[]): Proposed {
  const items: PlanOrder[] = [];
  const sets: Sets = [];
  const sends: Sends = [];
  const skips: Skips = [];
  let named = title;
  let rollout: Proposal['rollout'] = null;
  const placeOf = (device: { readonly station: number; readonly slot: number | null }) => ({
    stationId: device.station,
    stationCode: siteOf(board, viewer, device.station)?.station.code ?? '',
    slot: device.slot,
  });
  for (const step of steps) {
    if (step.step === 'title') named = step.text;
    else if (step.step === 'rollout') rollout = { ...rollout, ...step.options } as Proposal['rollout'];
    else if (step.step === 'skip') skips.push({ ...placeOf(step.device), why: step.why, id: null });
    else if (step.step === 'send') {
      const reason = takes(board, viewer, step);
      const { action, args, after } = step;
      if (reason !== null)
        skips.push({ ...placeOf(step.device), why: failure(reason, null).reason.text, id: reason });
      else
        sends.push({
          ...placeOf(step.device),
          action,
          args,
          after,
          reason: step.reason,
          before: items.length,
        });
    } else {
      const found = findDevice(board, viewer, step.device, step.group);
      if (typeof found === 'string')
        skips.push({ ...placeOf(step.device), why: failure(found, null).reason.text, id: found });
      else {
        sets.push({ position: items.length, after: step.after, reason: step.reason });
        items.push({
          target: { rtuId: found.rtuId, slot: found.slot },
          group: step.group,
          edits: step.edits,
        });
      }
    }
  }
  return { items, proposal: { title: named, rollout, sets, sends, skips } };
}
