import { safety } from '../../../../commands/safety.ts';
import type { Command } from '../../../command/command.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useNow } from '../../state/connection/clock.ts';
import type { JointAct } from '../../state/safety.ts';
import { ActLines } from './ActLines.tsx';
import { timeOf } from './time.ts';
import { useListKeys } from './use-list-keys.ts';

const isOpen = ({ state }: JointAct) => state === 'waiting' || state === 'signed';

const argsOf = (command: Command, act: JointAct) =>
  command.id === safety.show.id || command.id === safety.refuse.id ? { actId: act.id } : {};

/** `row`: its place among those that keys go through; null = none of them. */
function Act(props: {
  readonly act: JointAct;
  readonly now: number;
  readonly row: number | null;
  readonly isCurrent: boolean;
}) {
  const { act, now, row, isCurrent } = props;
  const text = useText();
  const format = useFormat();
  const asked = { account: act.first.accountName, time: timeOf(act.first.at, now, format) };
  return (
    <li
      className="safety__act underlined"
      data-row={row ?? undefined}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <div className="row gap-8">
        <Icon name={act.state === 'done' ? 'check' : isOpen(act) ? 'users' : 'circle-x'} />
        <b className="strong grow">{text(`joint.kind.${act.kind}`)}</b>
        {isOpen(act) ? (
          <>
            <CommandButton
              command={safety.refuse}
              args={{ actId: act.id }}
              label={text(act.isOwn ? 'joint.takeBack' : 'joint.refuse')}
            />
            <CommandButton
              command={safety.show}
              args={{ actId: act.id }}
              look="primary"
              label={text('joint.look')}
            />
          </>
        ) : (
          <span className="pill">{text(`joint.state.${act.state}`)}</span>
        )}
      </div>
      <p className="text-12 dim num">
        {isOpen(act)
          ? text('joint.asks', { ...asked, left: format.countdown(Math.max(0, act.until - now)) })
          : text('joint.askedOver', asked)}
        {act.second !== null &&
          ` · ${text('joint.signedBy', {
            account: act.second.accountName,
            time: timeOf(act.second.at, now, format),
          })}`}
      </p>
      <ActLines act={act} now={now} />
      {act.note !== '' && <blockquote className="dim text-12">{act.note}</blockquote>}
    </li>
  );
}

/** What waits for a second person, and what became of it within a day. */
export function ActList({ acts }: { readonly acts: readonly JointAct[] }) {
  const text = useText();
  const now = useNow(1000);
  const open = acts.filter(isOpen);
  const past = acts.filter((act) => !isOpen(act));
  const keys = useListKeys(safety, open, argsOf);
  const some = { available: open.length > 0 ? true : ('safety.waitingNone.title' as const) };
  useOffer(safety.next, () => keys.move(1), some);
  useOffer(safety.previous, () => keys.move(-1), some);
  return (
    <section className="panel safety__panel" aria-label={text('safety.waiting')}>
      <header className="panel__head">
        <h2>{text('safety.waiting')}</h2>
        <span className="dim num text-12">{open.length}</span>
      </header>
      <div
        className="scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys are heard here, and what is long is scrolled by keys
        tabIndex={0}
        role="group"
        aria-label={text('safety.waiting')}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        {open.length === 0 && (
          <EmptyState icon="users" title={text('safety.waitingNone.title')}>
            {text('safety.waitingNone.text')}
          </EmptyState>
        )}
        <ul>
          {open.map((act, index) => (
            <Act key={act.id} act={act} now={now} row={index} isCurrent={index === keys.current} />
          ))}
        </ul>
        {past.length > 0 && (
          <>
            <h3 className="padded dim text-12">{text('safety.past')}</h3>
            <ul>
              {past.map((act) => (
                <Act key={act.id} act={act} now={now} row={null} isCurrent={false} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
