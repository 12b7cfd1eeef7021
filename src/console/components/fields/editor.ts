import type { ParameterField, ParameterValue } from '../../../catalogue/model.ts';

/** What an editor of a parameter is given; each type of field has one (FieldEditor). */
export interface EditorProps<F extends ParameterField = ParameterField> {
  readonly field: F;
  /** As it was typed or chosen: a number is the text of its box. */
  readonly value: ParameterValue;
  /** Name of the field, for who cannot see where it stands. */
  readonly label: string;
  /** Differs from what is on the device. */
  readonly changed: boolean;
  readonly invalid: boolean;
  /** Id of what says why it is invalid. */
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
  /** As it is typed. */
  readonly onType: (value: ParameterValue) => void;
  /** As it is chosen: the caller runs a command. */
  readonly onChoose: (value: ParameterValue) => void;
}

/** Classes of the box round an editor. */
export const boxClass = ({ changed, invalid }: Pick<EditorProps, 'changed' | 'invalid'>): string =>
  `field ${changed && !invalid ? 'field--changed' : ''} ${invalid ? 'field--invalid' : ''}`;
