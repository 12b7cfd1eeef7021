/** From the proposed order to the stored one: what its guard requires, who confirms it, what was answered. */

import { commands as orderCommands } from '../../../../commands/commands/index.ts';
import { parameters } from '../../../../commands/parameters/index.ts';
import { deviceActions, groups, kindByCode, rtu } from '../../../catalogue/index.ts';
import type { DeviceActionDefinition, GroupId, Guard } from '../../../catalogue/model.ts';
import type { Command, Origin } from '../../../command/command.ts';
import type { OrderProposal } from '../../../command/context.ts';
import type { ScriptStep } from '../../../command/script.ts';
import { createOrder, type OrderBody, type OrderView } from '../../../contract/devices/orders.ts';
import type { Draft } from '../../../domain/parameters/parameter-edits.ts';
import { request } from '../connection/client.ts';
import { confirm, type PasswordProof } from '../connection/confirm.ts';
import { askOrder, keepSentence } from '../overlays.ts';
import { giveAndKeep } from '../recording/recorder.ts';
import { takeOrders } from './orders.ts';
import { forgetParameters, keepSet, parametersOf, rtuOf } from './parameters.ts';

type ProposedContent = OrderProposal['content'];

/** An action of the catalogue; undefined for an unknown one. */
export const definitionOf = (action: string): DeviceActionDefinition | undefined =>
  deviceActions.find(({ id }) => id === action);

/** What stands between an order and its sending. */
export const guardOf = (content: ProposedContent): Guard =>
  content.type === 'set' ? 'password' : (definitionOf(content.action)?.guard ?? 'password');

/** Ids of the actions that a device takes; `kind` null = the RTU. */
export const actionsOf = (kind: number | null): readonly string[] =>
  (kind === null ? rtu : kindByCode(kind))?.actions ?? [];

/** Something that no other order will have; it lets a repeated call be the same order. */
const newKey = () => crypto.randomUUID();
let keyed: { readonly of: string; readonly key: string } | null = null;

/** The body of an order; the same again, after a call whose answer was lost, has the same key. */
async function bodyOf(
  proposal: OrderProposal,
  version: number,
  reason: string,
  surface: Origin,
): Promise<OrderBody> {
  const rtuId = await rtuOf(proposal.stationId);
  const { content } = proposal;
  const rest = {
    target: { rtuId, slot: proposal.slot },
    content:
      content.type === 'set'
        ? { type: 'set' as const, group: content.group, edits: values(content.edits), version }
        : { type: 'action' as const, action: content.action, args: values(content.args) },
    reason,
    surface,
  };
  const of = JSON.stringify(rest);
  if (keyed?.of !== of) keyed = { of, key: newKey() };
  return { key: keyed.key, ...rest };
}

type Values = Extract<OrderBody['content'], { type: 'set' }>['edits'];
const values = (draft: Draft): Values =>
  Object.fromEntries(
    Object.entries(draft).map(([id, value]) => [
      id,
      Array.isArray(value) ? [...value] : (value as Values[string]),
    ]),
  );

/**
 * Stores an order. With a password it is proven first, for exactly this order.
 * @throws ApiError as the two calls refuse
 */
export async function sendOrder(
  proposal: OrderProposal,
  options: {
    readonly surface: Origin;
    readonly version?: number;
    readonly reason?: string;
    readonly proof?: PasswordProof;
  },
): Promise<OrderView> {
  const body = await bodyOf(proposal, options.version ?? 0, options.reason ?? '', options.surface);
  const { proof } = options;
  const { order } = await request(createOrder, {
    body: proof === undefined ? body : { ...body, confirmation: await confirm(body, proof) },
  });
  keyed = null;
  keepSentence('');
  takeOrders([order]);
  if (body.content.type === 'set') {
    const { group, version } = body.content;
    const { fields } = groups[group as GroupId];
    const isSecret = (id: string) => fields.some((field) => field.id === id && field.type === 'secret');
    const edits = Object.fromEntries(
      Object.entries(body.content.edits).map(([id, value]) => [id, isSecret(id) ? null : value]),
    );
    keepSet(proposal.stationId, { slot: proposal.slot, group, edits }, version + 1, order.id);
  }
  forgetParameters(proposal.stationId);
  return order;
}

const reads: readonly string[] = ['readAll', 'readParameters'];
/** An order as a script says it. */
function stepOf({ stationId, slot, content }: OrderProposal, reason: string): ScriptStep {
  if (content.type === 'set')
    return { type: 'set', stationId, slot, group: content.group, edits: content.edits, reason };
  if (reads.includes(content.action)) return { type: 'read', stationId, slot };
  return { type: 'send', stationId, slot, action: content.action, args: content.args, reason };
}

/** The command under which an order is kept, and what it does, for a script of what was done. */
export const asGiven = (
  proposal: OrderProposal,
  reason: string,
): readonly [Command, readonly ScriptStep[]] => [
  proposal.content.type === 'set' ? parameters.set : orderCommands.send,
  [stepOf(proposal, reason)],
];

/**
 * Sends what needs neither question nor arguments at once (answers true); of all else it asks on screen.
 * @throws ApiError as it is refused, which `sayWhy` puts in words
 */
export async function giveOrder(
  proposal: OrderProposal,
  surface: Origin,
  sayWhy: (error: unknown) => string,
): Promise<boolean> {
  const { content } = proposal;
  const asks = content.type === 'set' || (definitionOf(content.action)?.arguments.length ?? 0) > 0;
  if (asks || guardOf(content) !== 'none') {
    askOrder({ proposal, surface });
    return false;
  }
  await giveAndKeep(
    ...asGiven(proposal, ''),
    sayWhy,
    async () => (await sendOrder(proposal, { surface })).id,
  );
  return true;
}

/** Stops every siren of a station. @throws ApiError */
export async function stopSirens(stationId: number, surface: Origin): Promise<void> {
  const { devices } = await parametersOf(stationId);
  const stops = devices.flatMap(({ kind, target }) =>
    actionsOf(kind).flatMap((action) =>
      definitionOf(action)?.jumpsQueue === true ? [{ action, slot: target.slot }] : [],
    ),
  );
  await Promise.all(
    stops.map(({ action, slot }) =>
      sendOrder({ stationId, slot, content: { type: 'action', action, args: {} } }, { surface }),
    ),
  );
}
