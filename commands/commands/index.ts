import Type from 'typebox';
import { area, onScreen } from '../../src/command/area.ts';
import { ofArgument, screenArgument } from '../../src/command/arguments.ts';
import { send } from './send.ts';
import { stop } from './stop.ts';

/** The commands about orders: sending, cancelling and following them. */
export const commands = area('commands', {
  send,
  stop,
  /** Takes back an order that was never sent. */
  cancel: onScreen({
    script: 'queue',
    icon: 'ban',
    permission: [
      'device:parameter:edit',
      'device:command:send',
      'device:command:sound',
      'device:command:freeText',
    ],
    places: ['orders'],
    arguments: Type.Object({ orderId: screenArgument('argument.command', Type.String({ maxLength: 40 })) }),
  }),
  /** Takes an order out of the list, and back if it was never sent. */
  delete: onScreen({
    script: 'queue',
    icon: 'trash',
    permission: 'device:command:delete',
    places: ['orders'],
    guard: { type: 'confirm', question: 'orders.deleteQuestion' },
    arguments: Type.Object({ orderId: screenArgument('argument.command', Type.String({ maxLength: 40 })) }),
  }),
  /** Opens an order in the list of its station. */
  show: onScreen({
    icon: 'list',
    permission: 'device:parameter:view',
    places: ['header', 'orders'],
    arguments: Type.Object({ orderId: screenArgument('argument.command', Type.String({ maxLength: 40 })) }),
  }),
  /** Opens or closes the list of what is under way to devices. */
  tray: onScreen({
    icon: 'send',
    permission: 'device:parameter:view',
    places: ['header'],
  }),
  /** Lists older orders of the station as well. */
  more: onScreen({
    icon: 'chevron-down',
    permission: 'device:parameter:view',
    places: ['orders'],
  }),
  /** Sends the order that is asked about on screen. */
  confirm: onScreen({
    icon: 'lock',
    isPassing: true,
    places: ['dialog'],
    arguments: Type.Object({ of: ofArgument() }),
  }),
});
