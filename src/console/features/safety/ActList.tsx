import { safety } from '../../../../commands/safety.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useNow } from '../../state/connection/clock.ts';
import type { JointAct } from '../../state/safety.ts';
import { ActLines } from './ActLines.tsx';
import { timeOf } from './time.ts';

const isOpen = ({ state }: JointAct) => state === 'waiting' || state === 'signed';

function Act({ act, now }: { readonly act: JointAct; readonly now: number }) {
  const text = useText();
  const format = useFormat();
  const asked = { account: act.first.accountName, time: timeOf(act.first.at, now, format) };
  return (
    <li className="safety__act underlined">
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
  return (
    <section className="panel safety__panel" aria-label={text('safety.waiting')}>
      <header className="panel__head">
        <h2>{text('safety.waiting')}</h2>
        <span className="dim num text-12">{open.length}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys, too */}
      <div className="scroll" tabIndex={0} role="group" aria-label={text('safety.waiting')}>
        {open.length === 0 && (
          <EmptyState icon="users" title={text('safety.waitingNone.title')}>
            {text('safety.waitingNone.text')}
          </EmptyState>
        )}
        <ul>
          {open.map((act) => (
            <Act key={act.id} act={act} now={now} />
          ))}
        </ul>
        {past.length > 0 && (
          <>
            <h3 className="padded dim text-12">{text('safety.past')}</h3>
            <ul>
              {past.map((act) => (
                <Act key={act.id} act={act} now={now} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
