import { notify as commands } from '../../../../commands/notify.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Select } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { PolicyView } from '../../state/notify.ts';
import { clockOf, toldParts, type Uncovered } from './calendar.ts';
import type { NotifyWords } from './use-notify-words.ts';

/** The steps of a policy, and what no policy is for. */
export function Ladder(props: {
  readonly policies: readonly PolicyView[];
  readonly policy: PolicyView | null;
  readonly onPolicy: (id: number) => void;
  readonly missing: readonly Uncovered[];
  readonly projectName: (id: number) => string;
  readonly words: NotifyWords;
  readonly mayEdit: boolean;
}) {
  const { policies, policy, onPolicy, missing, projectName, words, mayEdit } = props;
  const text = useText();
  const [first] = missing;
  return (
    <section className="panel notified__ladder" aria-label={text('notify.ladder')}>
      <header className="panel__head">
        <h2>{text('notify.ladder')}</h2>
        {policy !== null && (
          <Select
            label={text('notify.policy')}
            value={String(policy.id)}
            options={policies.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => onPolicy(Number(id))}
          />
        )}
        <span className="grow" />
        <CommandButton command={commands.would} look="ghost" label={text('notify.would')} />
        {mayEdit && policy !== null && (
          <>
            <CommandButton
              command={commands.rehearse}
              args={{ id: policy.id }}
              label={text('notify.rehearse')}
            />
            <CommandButton
              command={commands.editPolicy}
              args={{ id: policy.id }}
              label={text('notify.policyMore')}
            />
          </>
        )}
        {mayEdit && (
          <CommandButton
            command={commands.editPolicy}
            args={{ id: 0 }}
            icon="plus"
            look="ghost"
            iconOnly
            label={text('notify.newPolicy')}
          />
        )}
      </header>
      {first !== undefined && (
        <p className="notified__gap row gap-6 text-12 underlined" role="status">
          <Icon name="warning" className="icon--small" />
          <span>
            {text('notify.uncovered', {
              project: projectName(first.projectId),
              levels: first.ranks.map(words.level).join(', '),
            })}
            {missing.length > 1 && ` ${text('notify.moreUncovered', { count: missing.length - 1 })}`}
          </span>
        </p>
      )}
      {policy === null ? (
        <p className="padded dim text-12">{text('notify.policy.empty')}</p>
      ) : (
        <ScrollRegion className="scroll" label={policy.name}>
          <p className="row gap-8 inset text-12 notified__for underlined wrap">
            {!policy.body.enabled && <b className="notified__failed">{text('notify.off')}</b>}
            {policy.body.ranks.toSorted().map((rank) => (
              <span key={rank} className="row gap-4">
                <LevelGlyph rank={rank} /> {words.level(rank)}
              </span>
            ))}
            <span className="dim ellipsis">
              {policy.body.projects.length === 0
                ? text('notify.everyProject')
                : policy.body.projects.map(projectName).join(', ')}
            </span>
          </p>
          <ol className="notified__steps text-12">
            {policy.body.steps.map(({ after, to, by }, index) => (
              <li key={after} className="underlined">
                <span className="notified__number num">{index + 1}</span>
                <span className="strong num">
                  {after === 0 ? text('notify.atOnce') : text('notify.after', { count: after })}
                </span>
                <span className="yields">
                  <b className="strong">{to.map(words.receiver).join(', ')}</b>
                  <span className="dim text-11">{by.map(words.channel).join(', ')}</span>
                </span>
              </li>
            ))}
            {policy.body.repeat !== null && (
              <li className="underlined">
                <span className="notified__number">↻</span>
                <span className="strong num">
                  {text('notify.every', { count: policy.body.repeat.every })}
                </span>
                <span className="yields">
                  <b className="strong">{text('notify.fromFirst')}</b>
                  <span className="dim text-11">
                    {text('notify.rounds', { count: policy.body.repeat.rounds })}
                  </span>
                </span>
              </li>
            )}
          </ol>
          <p className="padded dim text-11">{text('notify.stops')}</p>
        </ScrollRegion>
      )}
    </section>
  );
}

/** At which hours each level is notified. */
export function QuietHours(props: { readonly policy: PolicyView | null; readonly words: NotifyWords }) {
  const { policy, words } = props;
  const text = useText();
  const hours = (rank: number) =>
    policy === null || rank > 2 ? null : rank === 1 ? policy.body.hours.blue : policy.body.hours.yellow;
  return (
    <section className="panel notified__quiet" aria-label={text('notify.hours')}>
      <header className="panel__head">
        <h2>{text('notify.hours')}</h2>
        <span className="grow" />
        <span className="dim text-12">{text('notify.siteTime')}</span>
      </header>
      <ul className="text-12 padded">
        {[4, 3, 2, 1].map((rank) => {
          const own = hours(rank);
          const isAlways = own === null || own.from === own.to;
          const said = isAlways ? text('notify.always') : `${clockOf(own.from)}–${clockOf(own.to)}`;
          return (
            <li key={rank} className="notified__hoursrow">
              <span className={`row gap-6 notified__lv${rank}`}>
                <LevelGlyph rank={rank} /> {words.level(rank)}
              </span>
              <span className="notified__bar">
                {toldParts(own).map(({ from, to }) => (
                  <i key={from} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
                ))}
                <span className="num text-11">{said}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <p className="inset dim text-11 notified__held">{text('notify.held')}</p>
    </section>
  );
}
