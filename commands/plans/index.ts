import Type from 'typebox';
import { area, onScreen } from '../../src/command/area.ts';
import { choiceArgument, ofArgument, screenArgument } from '../../src/command/arguments.ts';
import { add } from './add.ts';
import { again } from './again.ts';
import { approve } from './approve.ts';
import { cancelRest } from './cancel-rest.ts';
import { create } from './create.ts';
import { open } from './open.ts';
import { pause } from './pause.ts';
import { resume } from './resume.ts';
import { rollBack } from './roll-back.ts';

/** Change plans: proposing, reviewing, applying and undoing them. */
export const plans = area('plans', {
  create,
  open,
  /** Makes a row of the plan the current one. */
  choose: onScreen({
    icon: 'list',
    places: ['plans'],
    permission: 'device:parameter:view',
    arguments: Type.Object({ position: screenArgument('argument.planRow', Type.Integer({ minimum: 0 })) }),
  }),
  /** Leaves a set out of a draft, or takes it in again. */
  exclude: onScreen({
    script: 'plan',
    icon: 'ban',
    places: ['plans'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({ position: screenArgument('argument.planRow', Type.Integer({ minimum: 0 })) }),
  }),
  /** Shows the plans, or the rows of a plan, that stand so; an empty value shows all again. */
  filter: onScreen({
    icon: 'search',
    places: ['plans'],
    permission: 'device:parameter:view',
    arguments: Type.Object({ state: screenArgument('argument.states', Type.String({ maxLength: 20 })) }),
  }),
  add,
  approve,
  /** Names the draft on screen; without a title it opens or closes the field that does. */
  rename: onScreen({
    script: 'plan',
    icon: 'pencil',
    places: ['plans'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({ title: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })) }),
  }),
  /** Throws the draft on screen away. */
  discard: onScreen({
    script: 'plan',
    icon: 'trash',
    places: ['plans'],
    permission: 'device:parameter:edit',
    guard: { type: 'confirm', question: 'plans.discardAsk' },
  }),
  /** Reads the devices of the plan again, so that its values are current: one action, one read for each device. */
  readAgain: onScreen({
    script: 'given',
    icon: 'refresh',
    places: ['plans'],
    permission: 'device:command:send',
  }),
  /** Fetches what is shown of the plans anew. */
  refresh: onScreen({
    icon: 'refresh',
    places: ['plans'],
    permission: 'device:parameter:view',
  }),
  /** Adds the files that were chosen to the plan on screen. */
  keepFiles: onScreen({
    script: 'plan',
    icon: 'upload',
    isPassing: true,
    places: ['plans'],
    permission: 'device:parameter:edit',
  }),
  /** Takes a file from the plan on screen, after a question. */
  removeFile: onScreen({
    script: 'plan',
    icon: 'trash',
    isPassing: true,
    places: ['plans'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({ uploadId: screenArgument('argument.file', Type.Integer({ minimum: 1 })) }),
  }),
  pause,
  /** Runs the draft on screen against simulated twins of its devices; nothing is sent to a real one. */
  rehearse: onScreen({
    script: 'plan',
    icon: 'play',
    places: ['plans'],
    permission: 'device:workflow:run',
  }),
  /** Ends the rehearsal of the plan on screen; it has no result then. */
  endRehearsal: onScreen({
    script: 'plan',
    icon: 'x',
    places: ['plans'],
    permission: 'device:workflow:run',
  }),
  resume,
  cancelRest,
  again,
  rollBack,
  /** Makes a draft with the values from before of one device of the plan on screen, and opens it. */
  rollBackDevice: onScreen({
    script: 'plan',
    icon: 'undo',
    places: ['plans'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({ position: screenArgument('argument.planRow', Type.Integer({ minimum: 0 })) }),
  }),
  /** Keeps how the draft on screen goes to its devices, as it is typed there. */
  rollout: onScreen({
    script: 'plan',
    icon: 'sliders',
    places: ['plans'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Opens the fields of how the draft on screen goes to its devices, or folds them to a line of words. */
  editRollout: onScreen({
    script: 'plan',
    icon: 'sliders',
    places: ['plans'],
    permission: 'device:parameter:edit',
  }),
  /** Leaves the rows that are shown out of the draft on screen, all others, or takes the shown ones in again. */
  narrow: onScreen({
    script: 'plan',
    icon: 'ban',
    places: ['plans'],
    permission: 'device:parameter:edit',
    arguments: Type.Object({
      rows: choiceArgument('argument.planRows', 'plans.narrow', ['shown', 'others', 'back']),
    }),
  }),
});
