import { form as formCommands } from '../../../../../commands/form.ts';
import { rules } from '../../../../../commands/rules.ts';
import type { RuleChange } from '../../../../derive/rule-words/diff.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { useEditor } from './context.ts';

/** What was edited, in words; why; and what gives it up or saves it as a version. */
export function Foot(props: {
  readonly changes: readonly RuleChange[];
  readonly next: number;
  /** What the server refused last. */
  readonly refused: string | null;
  readonly onReason: (reason: string) => void;
}) {
  const { changes, next, refused, onReason } = props;
  const text = useText();
  const { draft, problems } = useEditor();
  const [first] = problems;
  const said = changes
    .map(
      ({ what, before, after }) =>
        `${what} ${[before, after ?? text('rules.gone')].filter(Boolean).join(' → ')}`,
    )
    .join('; ');
  const trouble =
    refused ??
    (first === undefined
      ? null
      : text('rules.problems', { count: problems.length, first: text(first.message, first.params) }));
  return (
    <footer className="rules__foot">
      <div className="rules__summary text-12">
        <b className="one-line">
          {next === 1 ? text('rules.newRule') : text('rules.changeCount', { count: changes.length })}
        </b>
        {trouble === null ? (
          <span className="ellipsis dim" title={said}>
            {said}
          </span>
        ) : (
          <span className="rules__wrong ellipsis" title={trouble} role="alert">
            <Icon name="circle-alert" /> {trouble}
          </span>
        )}
      </div>
      <div className="field rules__reason">
        <input
          aria-label={text('rules.reason')}
          placeholder={text('rules.reasonHint')}
          maxLength={300}
          value={draft?.reason ?? ''}
          onChange={(event) => onReason(event.target.value)}
        />
      </div>
      <CommandButton command={rules.discard} label={text('rules.discard')} />
      <CommandButton
        command={rules.save}
        look="primary"
        label={text('rules.saveAs', { version: next })}
        showKeys={formCommands.save}
      />
    </footer>
  );
}
