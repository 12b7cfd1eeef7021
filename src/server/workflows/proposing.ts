/** Steps of a script become the items of a plan. */
import { groups } from '../../catalogue/index.ts';
import type { GroupId } from '../../catalogue/model.ts';
import type { PlanRollout } from '../../contract/plans/plans.ts';
import type { Proposal } from '../../contract/workflows.ts';
import { ownFields, unnamedOwn } from '../../domain/parameters/own-fields.ts';
import { overtaken } from '../../domain/parameters/set-again.ts';
import { careful } from '../../domain/rollout/rollout.ts';
import type { DeviceReason } from '../../script/problem.ts';
import type { ProposalStep, RolloutOptions } from '../../script/proposal.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { ownerOf } from '../delivery/row.ts';
import type { AnyProposal } from '../plans/proposal.ts';
import type { Board } from '../sites/board.ts';
import { failure, findDevice, passedOn, siteOf } from './calls/devices.ts';

type Sets = Proposal['sets'];
type Sends = Proposal['sends'];
type Skips = Proposal['skips'];

export interface Proposed {
  readonly proposal: Proposal;
  readonly items: readonly AnyProposal[];
  readonly rollout: PlanRollout;
}

/** As plans have it; what the script left open is as with plans made by hand. */
function rolloutOf({ stopAt, order, ...rest }: RolloutOptions): PlanRollout {
  const rule = stopAt === undefined ? careful.stopAt : { failed: stopAt[0], of: stopAt[1] };
  return {
    ...careful,
    batches: [...careful.batches],
    ...rest,
    stopAt: rule === null ? null : { ...rule },
    order: order === undefined || order === 'wake' ? 'nextContact' : 'given',
  };
}

/** Items of the plan with the code of their station. */
type Placed = readonly { readonly code: string; readonly item: AnyProposal }[];
const byCode = (items: Placed): Placed =>
  items.toSorted((a, b) => (a.code < b.code ? -1 : Number(a.code > b.code)));

/** A reason that the server gave, to be said in each reader's words; what the device said stays as it is. */
const reasonOf = ({ id, more }: NonNullable<ReturnType<typeof passedOn>>) => ({
  message: `workflow.reason.${id}`,
  params: more === '' ? {} : { more },
  fields: [],
});

/** The device that takes an action, or why there is none. */
function takes(board: Board, viewer: Viewer, { device, action }: Extract<ProposalStep, { step: 'send' }>) {
  const site = siteOf(board, viewer, device.station);
  if (site === null) return 'gone' satisfies DeviceReason;
  if (site.rtu === null) return 'noRtu' satisfies DeviceReason;
  const sensor = site.sensors.find(({ slot }) => slot === device.slot);
  if (device.slot !== null && sensor === undefined) return 'noSensor' satisfies DeviceReason;
  const actions = ownerOf(sensor?.kind ?? null)?.actions as readonly string[] | undefined;
  return actions?.includes(action) === true ? { rtuId: site.rtu.id } : ('noGroup' satisfies DeviceReason);
}

/** The steps with each field set once, by its last value, unless a step between waits. */
function lastSets(board: Board, viewer: Viewer, steps: readonly ProposalStep[]): readonly ProposalStep[] {
  const none = { device: null, sets: [], waits: false };
  const found = overtaken(
    steps.map((step) => {
      if (step.step === 'send') {
        const taken = takes(board, viewer, step);
        return typeof taken === 'string'
          ? none
          : { device: taken.rtuId, sets: [], waits: step.after !== null };
      }
      if (step.step !== 'set') return none;
      const { device, group, edits, after } = step;
      const target = findDevice(board, viewer, device, group);
      if (typeof target === 'string') return none;
      const of = `${target.rtuId}/${target.slot}/${group}`;
      const sets = Object.keys(edits).map((field) => `${of}/${field}`);
      return { device: target.rtuId, sets, waits: after !== null };
    }),
  );
  return steps.flatMap((step, at): ProposalStep[] => {
    if (step.step !== 'set' && step.step !== 'send') return [step];
    const { lost, waitsAs } = found[at] ?? { lost: new Set<string>(), waitsAs: null };
    const waited = waitsAs === null ? undefined : steps[waitsAs];
    const after = waited !== undefined && 'after' in waited ? waited.after : step.after;
    if (step.step === 'send') return [{ ...step, after }];
    const gone = new Set([...lost].map((name) => name.slice(name.lastIndexOf('/') + 1)));
    const edits = Object.fromEntries(Object.entries(step.edits).filter(([field]) => !gone.has(field)));
    return Object.keys(edits).length === 0 ? [] : [{ ...step, edits, after }];
  });
}

/**
 * Fields that belong to one device, of those that steps set on several devices: without having been named there they are
 * not meant. By the index of the step.
 */
function notMeant(
  board: Board,
  viewer: Viewer,
  steps: readonly ProposalStep[],
): readonly (readonly string[])[] {
  const targets = steps.map((step) => {
    if (step.step !== 'set') return null;
    const found = findDevice(board, viewer, step.device, step.group);
    return typeof found === 'string' ? null : `${found.rtuId}/${found.slot}`;
  });
  const devices = new Map<string, Set<string>>();
  const ownOf = (step: ProposalStep) =>
    step.step === 'set'
      ? ownFields(groups[step.group as GroupId], Object.keys(step.edits)).map((id) => `${step.group}/${id}`)
      : [];
  for (const [at, step] of steps.entries()) {
    const target = targets[at];
    if (target == null) continue;
    for (const name of ownOf(step)) devices.set(name, (devices.get(name) ?? new Set()).add(target));
  }
  return steps.map((step) =>
    step.step !== 'set'
      ? []
      : unnamedOwn(groups[step.group as GroupId], Object.keys(step.edits), step.own ?? []).filter(
          (id) => (devices.get(`${step.group}/${id}`)?.size ?? 0) > 1,
        ),
  );
}

/** What of the steps stands now: devices that are not there (any more) are left out by name. */
export function proposalOf(
  board: Board,
  viewer: Viewer,
  title: string,
  steps: readonly ProposalStep[],
): Proposed {
  const items: { code: string; item: AnyProposal }[] = [];
  const sets: Sets = [];
  const sends: Sends = [];
  const skips: Skips = [];
  let named = title;
  let options: RolloutOptions = {};
  type Place = { readonly station: number; readonly slot: number | null };
  const placeOf = (device: Place) => ({
    stationId: device.station,
    stationCode: siteOf(board, viewer, device.station)?.station.code ?? '',
    slot: device.slot,
  });
  const leave = (device: Place, group: string, id: DeviceReason, fields: readonly string[] = []) => {
    const place = placeOf(device);
    skips.push({ ...place, why: failure(viewer, id, null).reason.text, id });
    const rtuId = siteOf(board, viewer, device.station)?.rtu?.id;
    if (rtuId === undefined) return;
    const why = { message: `workflow.reason.${id}`, params: {}, fields: [...fields] };
    items.push({ code: place.stationCode, item: { type: 'left', rtuId, slot: device.slot, group, why } });
  };
  const last = lastSets(board, viewer, steps);
  const unmeant = notMeant(board, viewer, last);
  for (const [at, step] of last.entries()) {
    // Rules are made of what is saved (proposed-rules).
    if (step.step === 'rule') continue;
    if (step.step === 'title') named = step.text;
    else if (step.step === 'rollout') options = { ...options, ...step.options };
    else if (step.step === 'skip') {
      const place = placeOf(step.device);
      const known = passedOn(step.why);
      skips.push({ ...place, why: step.why, id: known?.id ?? null });
      if (place.stationCode !== '')
        items.push({
          code: place.stationCode,
          item: {
            type: 'skip',
            stationId: place.stationId,
            why: step.why,
            ...(known === null ? {} : { known: reasonOf(known) }),
          },
        });
    } else if (step.step === 'send') {
      const taken = takes(board, viewer, step);
      if (typeof taken === 'string') leave(step.device, step.action, taken);
      else {
        const { action, args, after, reason } = step;
        const place = placeOf(step.device);
        sends.push({ ...place, action, args, after, reason, before: items.length });
        const target = { rtuId: taken.rtuId, slot: step.device.slot };
        items.push({
          code: place.stationCode,
          item: { type: 'send', target, action, args, after, reason },
        });
      }
    } else {
      const found = findDevice(board, viewer, step.device, step.group);
      if (typeof found === 'string') leave(step.device, step.group, found);
      else {
        const gone = unmeant[at] ?? [];
        const edits = Object.fromEntries(Object.entries(step.edits).filter(([id]) => !gone.includes(id)));
        if (gone.length > 0) leave(step.device, step.group, 'ownField', gone);
        if (Object.keys(edits).length === 0) continue;
        sets.push({ position: items.length, after: step.after, reason: step.reason });
        items.push({
          code: placeOf(step.device).stationCode,
          item: {
            type: 'set',
            target: { rtuId: found.rtuId, slot: found.slot },
            group: step.group,
            edits,
            after: step.after,
            reason: step.reason,
          },
        });
      }
    }
  }
  const ordered = options.order === 'code' ? byCode(items) : items;
  return {
    items: ordered.map(({ item }) => item),
    rollout: rolloutOf(options),
    proposal: {
      title: named,
      rollout: Object.keys(options).length === 0 ? null : options,
      sets,
      sends,
      skips,
    },
  };
}
