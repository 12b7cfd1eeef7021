import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const view = 'alarm:event:view';
const edit = 'alarm:notify:edit';
const page = '/alarms/notify';
const entry = () => screenArgument('argument.entry', Type.Integer({ minimum: 1 }));
/** 0 begins a new one. */
const entryOrNew = () => screenArgument('argument.entry', Type.Integer({ minimum: 0 }));

/** Who is notified of alarms: people, channels, rotas, policies and what became of messages. */
export const notify = area('notify', {
  /** Opens the own mail addresses and browsers. */
  contacts: onScreen({ icon: 'bell-ring', permission: view, page }),
  /** Shows another week of the duty calendar. */
  week: onScreen({
    icon: 'calendar',
    isPassing: true,
    permission: view,
    page,
    arguments: Type.Object({
      week: choiceArgument('argument.week', 'notify.week', ['previous', 'this', 'next']),
    }),
  }),
  /** Puts the messages in another order. */
  order: onScreen({
    icon: 'sort',
    isPassing: true,
    permission: view,
    page,
    arguments: Type.Object({
      order: choiceArgument('notify.logOrder', 'notify.order', ['failedFirst', 'failedOnly', 'newest']),
    }),
  }),
  /** Shows what another company has set up. */
  company: onScreen({
    icon: 'folder-tree',
    isPassing: true,
    permission: view,
    page,
    arguments: Type.Object({ companyId: screenArgument('sites.company', Type.Integer({ minimum: 1 })) }),
  }),
  /** Lets somebody else take a duty over, from now on. */
  handOver: onScreen({ icon: 'user', permission: edit, page }),
  /** Asks who fills the first gap of the next 14 days. */
  fillGap: onScreen({ icon: 'user', permission: edit, page }),
  /** Opens a rota for editing. */
  editRota: onScreen({
    icon: 'calendar',
    permission: edit,
    page,
    arguments: Type.Object({ id: entryOrNew() }),
  }),
  /** Opens an escalation policy for editing. */
  editPolicy: onScreen({
    icon: 'list-checks',
    permission: edit,
    page,
    arguments: Type.Object({ id: entryOrNew() }),
  }),
  /** Opens a webhook for editing. */
  editHook: onScreen({
    icon: 'external',
    permission: edit,
    page,
    arguments: Type.Object({ id: entryOrNew() }),
  }),
  /** Deletes the rota that is being edited. */
  deleteRota: onScreen({
    icon: 'trash',
    permission: edit,
    guard: { type: 'confirm', question: 'notify.delete.rota' },
  }),
  /** Deletes the policy that is being edited. */
  deletePolicy: onScreen({
    icon: 'trash',
    permission: edit,
    guard: { type: 'confirm', question: 'notify.delete.policy' },
  }),
  /** Deletes the webhook that is being edited. */
  deleteHook: onScreen({
    icon: 'trash',
    permission: edit,
    guard: { type: 'confirm', question: 'notify.delete.hook' },
  }),
  /** Puts back what was deleted here, or taken away. */
  restore: onScreen({
    icon: 'undo',
    places: ['notice'],
    isUnlisted: true,
    arguments: Type.Object({
      part: screenArgument('argument.entry', Type.String({ maxLength: 10 })),
      id: entry(),
    }),
  }),
  /** Opens a data subscription for editing. */
  editOutlet: onScreen({
    icon: 'upload',
    permission: edit,
    page,
    arguments: Type.Object({ id: entryOrNew() }),
  }),
  /** Deletes the data subscription that is being edited. */
  deleteOutlet: onScreen({
    icon: 'trash',
    permission: edit,
    guard: { type: 'confirm', question: 'outlets.deleteAsk' },
  }),
  /** Sends the newest readings to a data subscription, marked as a test. */
  testOutlet: onScreen({
    icon: 'send',
    permission: edit,
    page,
    arguments: Type.Object({ id: entry() }),
  }),
  /** Lets a data subscription go on that was given up. */
  resumeOutlet: onScreen({
    icon: 'refresh',
    permission: edit,
    page,
    arguments: Type.Object({
      id: entry(),
      begin: choiceArgument('argument.begin', 'outlets.begin', ['stopped', 'now']),
    }),
  }),
  /** Shows what a data subscription sent, and what became of it. */
  outletLog: onScreen({
    icon: 'list-checks',
    permission: view,
    page,
    arguments: Type.Object({ id: entry() }),
  }),
  /** Keeps the edits, on top of what somebody else has saved meanwhile. */
  keepMine: onScreen({ icon: 'pencil', permission: edit }),
  /** Shows who would be notified of an alarm now. */
  would: onScreen({ icon: 'user', permission: view, page }),
  /** Asks that of another project or level. */
  wouldBe: onScreen({
    icon: 'user',
    isPassing: true,
    isUnlisted: true,
    permission: view,
    arguments: Type.Object({
      projectId: screenArgument('argument.project', Type.Integer({ minimum: 1 })),
      rank: screenArgument('argument.level', Type.Integer({ minimum: 1, maximum: 4 })),
    }),
  }),
  /** Sends each step of a policy at once, marked as a test. */
  rehearse: onScreen({
    icon: 'send',
    permission: edit,
    page,
    guard: { type: 'confirm', question: 'notify.rehearseAsk' },
    arguments: Type.Object({ id: entry() }),
  }),
  /** Sends a test over a channel. */
  test: onScreen({
    icon: 'send',
    permission: edit,
    page,
    arguments: Type.Object({
      channel: screenArgument('argument.channel', Type.String({ maxLength: 30 })),
    }),
  }),
  /** Sends a message that failed again. */
  again: onScreen({
    icon: 'refresh',
    permission: edit,
    page,
    arguments: Type.Object({ id: entry() }),
  }),
  /** Adds an address to the send list of a project. */
  addAddress: onScreen({ icon: 'plus', permission: edit, page }),
  /** Takes an address off its send list. */
  removeAddress: onScreen({
    icon: 'trash',
    permission: edit,
    page,
    arguments: Type.Object({ id: entry() }),
  }),
  /** Takes one of the own mail addresses away. */
  removeContact: onScreen({ icon: 'trash', arguments: Type.Object({ id: entry() }) }),
  /** Sends another code to one of the own mail addresses. */
  sendCode: onScreen({ icon: 'send', arguments: Type.Object({ id: entry() }) }),
  /** Lets this browser show messages of alarms. */
  addBrowser: onScreen({ icon: 'bell-ring' }),
  /** Ends the messages to one of the own browsers. */
  removeBrowser: onScreen({ icon: 'trash', arguments: Type.Object({ id: entry() }) }),
});
