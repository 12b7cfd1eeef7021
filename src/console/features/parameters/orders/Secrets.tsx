import type { ParameterField } from '../../../../catalogue/model.ts';
import { fieldMessage } from '../../../../derive/messages.ts';
import type { Draft } from '../../../../domain/parameters/parameter-edits.ts';
import { TextField } from '../../../components/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import type { PanelGroup } from '../use-panel.ts';

/** Secrets of a set that came without them: they are typed here alone, so that no list of calls keeps them. */
export const openSecrets = (group: PanelGroup, edits: Draft): readonly ParameterField[] =>
  group.definition.fields.filter(({ id, type }) => type === 'secret' && id in edits && edits[id] === null);

export function Secrets(props: {
  readonly group: PanelGroup;
  readonly fields: readonly ParameterField[];
  readonly typed: Draft;
  readonly onType: (field: string, value: string) => void;
}) {
  const text = useText();
  return props.fields.map(({ id }) => (
    <TextField
      key={id}
      type="password"
      autoComplete="new-password"
      label={text(fieldMessage(props.group.definition.id, id))}
      value={String(props.typed[id] ?? '')}
      onChange={(value) => props.onType(id, value)}
    />
  ));
}
