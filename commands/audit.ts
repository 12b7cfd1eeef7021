import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

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
  /** Saves every entry that matches as a CSV file; the audit keeps that too. */
  exportCsv: onScreen({
    icon: 'download',
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
  /** Saves the signed head of the audit: kept elsewhere, it shows later that entries are gone. */
  saveHead: onScreen({
    icon: 'shield-check',
    places: ['audit'],
    permission: 'system:audit:view',
  }),
});
