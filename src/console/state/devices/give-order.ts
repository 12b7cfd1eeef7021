/** From the proposed order to the stored command: what its guard requires, who confirms it, what was answered. */

import { commands as orderCommands } from '../../../../commands/commands/index.ts';
import { parameters } from '../../../../commands/parameters/index.ts';
import { deviceCommands, groups, kindByCode, rtu } from '../../../catalogue/index.ts';
import type { DeviceCommandDefinition, GroupId, Guard } from '../../../catalogue/model.ts';
import type { Command, Origin } from '../../../command/command.ts';
import type { OrderProposal } from '../../../command/context.ts';
import type { ScriptStep } from '../../../command/script.ts';
import {
  type CommandBody,
  type CommandView,
  confirmOrder,
  createCommand,
} from '../../../contract/devices/orders.ts';
import type { Draft } from '../../../domain/parameter-edits.ts';
import { request } from '../connection/client.ts';
import { askOrder } from '../overlays.ts';
import { giveAndKeep } from '../recording/recorder.ts';
import { takeCommands } from './orders.ts';
import { forgetParameters, keepSet, parametersOf, rtuOf } from './parameters.ts';

type ProposedOrder = OrderProposal['order'];

/** A command of the catalogue; undefined for an unknown one. */
export const definitionOf = (command: string): DeviceCommandDefinition | undefined =>
  deviceCommands.find(({ id }) => id === command);

/** What stands between an order and its sending. */
export const guardOf = (order: ProposedOrder): Guard =>
  order.type === 'set' ? 'password' : (definitionOf(order.command)?.guard ?? 'password');

/** Ids of the commands that a device takes; `kind` null = the RTU. */
export const commandsOf = (kind: number | null): readonly string[] =>
  (kind === null ? rtu : kindByCode(kind))?.commands ?? [];

/** Something that no other command will have; it lets a repeated call be the same command. */
const newKey = () => crypto.randomUUID();
let keyed: { readonly of: string; readonly key: string } | null = null;

/** The body of an order; the same again, after a call whose answer was lost, has the same key. */
async function bodyOf(
  proposal: OrderProposal,
  version: number,
  reason: string,
  surface: Origin,
): Promise<CommandBody> {
  const rtuId = await rtuOf(proposal.stationId);
  const { order } = proposal;
  const rest = {
    target: { rtuId, slot: proposal.slot },
    order:
      order.type === 'set'
        ? { type: 'set' as const, group: order.group, edits: values(order.edits), version }
        : { type: 'command' as const, command: order.command, args: values(order.args) },
    reason,
    surface,
  };
  const of = JSON.stringify(rest);
  if (keyed?.of !== of) keyed = { of, key: newKey() };
  return { key: keyed.key, ...rest };
}

interface Proof {
  readonly password: string;
  readonly code: string;
}
type Values = Extract<CommandBody['order'], { type: 'set' }>['edits'];
const values = (draft: Draft): Values =>
  Object.fromEntries(
    Object.entries(draft).map(([id, value]) => [
      id,
      Array.isArray(value) ? [...value] : (value as Values[string]),
    ]),
  );

/** Proves that it is the user who wants exactly this. @throws ApiError 422 with the field that is wrong */
async function confirm(body: CommandBody, proof: Proof): Promise<string> {
  const code = proof.code === '' ? {} : { code: proof.code };
  const { confirmation } = await request(confirmOrder, {
    body: { password: proof.password, ...code, body },
  });
  return confirmation;
}

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
    readonly proof?: Proof;
  },
): Promise<CommandView> {
  const body = await bodyOf(proposal, options.version ?? 0, options.reason ?? '', options.surface);
  const { proof } = options;
  const { command } = await request(createCommand, {
    body: proof === undefined ? body : { ...body, confirmation: await confirm(body, proof) },
  });
  keyed = null;
  takeCommands([command]);
  if (body.order.type === 'set') {
    const { group, version } = body.order;
    const { fields } = groups[group as GroupId];
    const isSecret = (id: string) => fields.some((field) => field.id === id && field.type === 'secret');
    const edits = Object.fromEntries(
      Object.entries(body.order.edits).map(([id, value]) => [id, isSecret(id) ? null : value]),
    );
    keepSet(proposal.stationId, { slot: proposal.slot, group, edits }, version + 1, command.id);
  }
  forgetParameters(proposal.stationId);
  return command;
}

const reads: readonly string[] = ['readAll', 'readParameters'];
/** An order as a script says it. */
function stepOf({ stationId, slot, order }: OrderProposal, reason: string): ScriptStep {
  if (order.type === 'set')
    return { type: 'set', stationId, slot, group: order.group, edits: order.edits, reason };
  if (reads.includes(order.command)) return { type: 'read', stationId, slot };
  return { type: 'send', stationId, slot, action: order.command, args: order.args, reason };
}

/** The command under which an order is kept, and what it does, for a script of what was done. */
export const asGiven = (
  proposal: OrderProposal,
  reason: string,
): readonly [Command, readonly ScriptStep[]] => [
  proposal.order.type === 'set' ? parameters.set : orderCommands.send,
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
  const { order } = proposal;
  const asks = order.type === 'set' || (definitionOf(order.command)?.arguments.length ?? 0) > 0;
  if (asks || guardOf(order) !== 'none') {
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
    commandsOf(kind).flatMap((command) =>
      definitionOf(command)?.jumpsQueue === true ? [{ command, slot: target.slot }] : [],
    ),
  );
  await Promise.all(
    stops.map(({ command, slot }) =>
      sendOrder({ stationId, slot, order: { type: 'command', command, args: {} } }, { surface }),
    ),
  );
}
