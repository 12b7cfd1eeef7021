import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';
import { formulaTemplates } from '../src/domain/formula-templates.ts';

const edit = 'station:baseline:edit';
const template = () => choiceArgument('argument.formulaTemplate', 'formulas.template', formulaTemplates);
const ofFormula = () =>
  Type.Object({ formulaId: screenArgument('argument.formula', Type.Integer({ minimum: 1 })) });

/** Derived channels of the station on screen. */
export const formulas = area('formulas', {
  /** Begins a derived channel with a template. */
  add: onScreen({
    icon: 'plus',
    places: ['station'],
    permission: edit,
    arguments: Type.Object({ template: template() }),
  }),
  /** Opens one to write a new version. */
  edit: onScreen({ icon: 'pencil', places: ['station'], permission: edit, arguments: ofFormula() }),
  /** Takes one out of use; its readings stay. */
  retire: onScreen({ icon: 'archive', places: ['station'], permission: edit, arguments: ofFormula() }),
  /** Takes one back into use. */
  restore: onScreen({
    icon: 'archive-restore',
    places: ['station'],
    permission: edit,
    arguments: ofFormula(),
  }),
  /** Shows its versions, and what each of them changed. */
  versions: onScreen({
    icon: 'history',
    places: ['station'],
    permission: 'station:data:view',
    arguments: ofFormula(),
  }),
  /** Opens the editor with what an earlier version was, to save it as the newest one. */
  recall: onScreen({
    icon: 'archive-restore',
    places: ['station'],
    permission: edit,
    arguments: Type.Object({
      formulaId: screenArgument('argument.formula', Type.Integer({ minimum: 1 })),
      version: screenArgument('argument.version', Type.Integer({ minimum: 1 })),
    }),
  }),
  /** Opens its curve, beside that of its first input. */
  curve: onScreen({
    icon: 'line-chart',
    places: ['station'],
    permission: 'station:data:view',
    arguments: ofFormula(),
  }),
  /** Writes the formula that is edited as a template does. */
  template: onScreen({
    icon: 'function',
    isUnlisted: true,
    permission: edit,
    arguments: Type.Object({ template: template() }),
  }),
  /** Adds a channel to the formula that is edited, under the next letter. */
  addInput: onScreen({ icon: 'plus', isUnlisted: true, permission: edit }),
  /** Takes a channel out of it. */
  removeInput: onScreen({
    icon: 'x',
    isUnlisted: true,
    permission: edit,
    arguments: Type.Object({ letter: screenArgument('argument.channel', Type.String({ maxLength: 1 })) }),
  }),
  /** Begins the derived channel that corrects a quantity by what the lens found of its temperature. */
  keepCorrected: onScreen({ icon: 'function', places: ['chart'], permission: edit }),
});
