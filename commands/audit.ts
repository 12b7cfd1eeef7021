import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, ofArgument, screenArgument } from '../src/command/arguments.ts';

/** The audit trail: finding, checking and saving its entries. */
export const audit = area('audit', {
  /** Shows or hides all that is known of an entry. */
  choose: onScreen({
    icon: 'info',
    places: ['audit'],
    permission: 'system:audit:view',
    arguments: Type.Object({ entry: screenArgument('argument.entry', Type.Integer({ minimum: 1 })) }),
  }),
  /** Shows the entries of the audit alone that have this; an empty value shows all again. */
  filter: onScreen({
    icon: 'search',
    places: ['audit'],
    permission: 'system:audit:view',
    arguments: Type.Object({
      field: choiceArgument('argument.field', 'audit.field', [
        'action',
        'result',
        'account',
        'subject',
        'from',
        'to',
      ]),
      value: screenArgument('argument.value', Type.String({ maxLength: 200 })),
    }),
  }),
  /** Shows all of the audit again. */
  clearFilters: onScreen({
    icon: 'x',
    places: ['audit'],
    permission: 'system:audit:view',
  }),
  /** Checks anew whether each entry follows from those before it. */
  verify: onScreen({
    icon: 'shield-check',
    places: ['audit'],
    permission: 'system:audit:view',
  }),
  /** Fetches the newest entries. */
  refresh: onScreen({
    icon: 'refresh',
    places: ['audit'],
    permission: 'system:audit:view',
  }),
  /** Holds the audit against a signature of its end that was saved before. */
  verifyHead: onScreen({
    icon: 'search',
    places: ['audit'],
    permission: 'system:audit:view',
  }),
  /** Chooses the file of a saved signature. */
  chooseHead: onScreen({
    icon: 'upload',
    places: ['audit'],
    permission: 'system:audit:view',
  }),
  /** Verifies the audit against the saved signature that was chosen or pasted. */
  checkHead: onScreen({
    icon: 'shield-check',
    places: ['audit'],
    permission: 'system:audit:view',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Saves the signed head of the audit: kept elsewhere, it shows later that entries are gone. */
  saveHead: onScreen({
    icon: 'shield-check',
    places: ['audit'],
    permission: 'system:audit:view',
  }),
});
