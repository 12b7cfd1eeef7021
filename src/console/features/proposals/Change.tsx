import { proposals } from '../../../../commands/proposals.ts';
import type { MessageId } from '../../../base/messages.ts';
import { ChangeList } from '../../components/ChangeList.tsx';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import type { ProposalChange, ScriptContent } from '../../state/proposals.ts';
import { TextDiff } from './TextDiff.tsx';

const scriptText = (content: ProposalChange['before']) => (content as ScriptContent | null)?.text ?? '';

/** What of a change differs, in words; of a script its lines. */
function Content({ change }: { readonly change: ProposalChange }) {
  const text = useText();
  if (change.hidden) return <p className="dim text-12">{text('proposals.hidden')}</p>;
  if (change.type === 'script') {
    const [before, after] = [change.before?.name, change.after?.name];
    const isRenamed = before !== undefined && after !== undefined && before !== after;
    return (
      <>
        {isRenamed && <ChangeList changes={[{ what: text('standards.name'), before, after }]} />}
        <TextDiff name={change.name} before={scriptText(change.before)} after={scriptText(change.after)} />
      </>
    );
  }
  return <ChangeList changes={change.said} />;
}

/** One change of a proposal: what it is of, whether it goes along, and what was there before. */
export function Change(props: {
  readonly change: ProposalChange;
  /** The proposal waits: it can be taken in or left out. */
  readonly isOpen: boolean;
  readonly taken: boolean;
}) {
  const { change, isOpen, taken } = props;
  const text = useText();
  const commands = useCommands();
  const what = change.deletes ? 'deleted' : change.before === null && change.id === null ? 'new' : 'changed';
  const { state, version, why } = change;
  const ended =
    state === 'done'
      ? version === null
        ? text('proposals.change.gone')
        : text('proposals.change.done', { version })
      : state === 'open'
        ? null
        : text(`proposals.change.${state}`);
  return (
    <li className="proposals__change underlined" data-left={(isOpen && !taken) || undefined}>
      <header className="row gap-8 wrap">
        {isOpen && (
          <input
            type="checkbox"
            aria-label={text('proposals.take', { name: change.name })}
            checked={taken}
            disabled={why !== null}
            onChange={() => commands.run(proposals.take, { position: change.position }, 'button')}
          />
        )}
        <span className="dim text-12">{text(`proposals.type.${change.type}`)}</span>
        <b className="proposals__name">{change.name}</b>
        <span className={`pill proposals__is--${what}`}>{text(`proposals.is.${what}`)}</span>
        <span className="grow" />
        {ended !== null && <span className="dim text-12 num">{ended}</span>}
      </header>
      {why !== null && (
        <p className="proposals__why row gap-6 text-12" role="status">
          <Icon name="circle-alert" />
          {text(why.message as MessageId, why.params)}
        </p>
      )}
      <Content change={change} />
    </li>
  );
}
