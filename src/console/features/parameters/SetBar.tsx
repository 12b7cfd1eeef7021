import { form as formCommands } from '../../../../commands/form.ts';
import { parameters as parameterCommands } from '../../../../commands/parameters/index.ts';
import { fieldMessage } from '../../../derive/messages.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { type PanelGroup, splitEdits } from './use-panel.ts';
import './set-bar.css';

/** What was changed and what of it is not valid; back to the device's values, or set. */
export function SetBar({ group }: { readonly group: PanelGroup }) {
  const text = useText();
  const { plain, alone } = splitEdits(group);
  const counts = { plain: Object.keys(plain).length, alone: Object.keys(alone).length };
  const total = counts.plain + counts.alone;
  const names = group.problems.map(({ field }) => text(fieldMessage(group.definition.id, field)));
  return (
    <footer className="pbar touch row wrap gap-8 rigid padded paper">
      <b className="stressed num" aria-live="polite">
        {text('parameters.changes', { count: total })}
      </b>
      {names.length > 0 && (
        <span className="field__error pbar__problem">
          <Icon name="circle-alert" />
          {text('parameters.invalidFields', { count: names.length, fields: names.join(text('list.comma')) })}
        </span>
      )}
      <span className="pbar__space grow" />
      <CommandButton command={parameterCommands.back} label={text('command.parameters.back')} />
      {counts.alone > 0 && (
        <CommandButton
          command={parameterCommands.apply}
          args={{ alone: true }}
          icon="lock"
          look={counts.plain > 0 ? 'plain' : 'primary'}
          label={text('parameters.setAlone', { count: counts.alone })}
        />
      )}
      {(counts.plain > 0 || counts.alone === 0) && (
        <CommandButton
          command={parameterCommands.apply}
          args={{}}
          icon="lock"
          look="primary"
          label={text('parameters.set', { count: counts.plain })}
          showKeys={formCommands.save}
        />
      )}
    </footer>
  );
}
