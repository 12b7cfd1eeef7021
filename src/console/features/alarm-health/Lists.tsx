import type { ReactNode } from 'react';
import { alarms } from '../../../../commands/alarms/index.ts';
import { chatterFrom } from '../../../domain/alarms/health.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { usePermitted } from '../../components/Permit.tsx';
import { spanOf } from '../../components/values/span.ts';
import { useOpenAlarms } from '../../state/alarms/alarms.ts';
import type { AlarmHealth } from '../../state/alarms/health.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { type Instance, useInstanceName } from './Noisiest.tsx';
import { TryFix } from './TryFix.tsx';

interface ListProps {
  readonly health: AlarmHealth;
  readonly zone: string;
  readonly onRule: (ruleId: number) => void;
}
type Row = Instance & {
  readonly instanceId: number;
  readonly stationId: number;
  readonly ruleId: number;
  readonly ruleName: string;
  readonly rank: number;
};

/** A list of instances in a panel: each row leads to its rule, and to what may mend it. */
function InstanceList<R extends Row>(props: {
  readonly title: string;
  readonly note: string;
  readonly none: string;
  readonly rows: readonly R[];
  readonly onRule: (ruleId: number) => void;
  readonly middle: (row: R) => ReactNode;
  readonly end: (row: R) => ReactNode;
  /** What may mend it. */
  readonly fix: (row: R) => ReactNode;
}) {
  const name = useInstanceName();
  const level = useLevelWord(useText());
  return (
    <section className="panel" aria-label={props.title}>
      <header className="panel__head">
        <h2>{props.title}</h2>
        <span className="dim text-12 num">{props.note}</span>
      </header>
      {props.rows.length === 0 ? (
        <p className="health__none dim text-12">{props.none}</p>
      ) : (
        <ul className="health__list text-12">
          {props.rows.map((row, index) => (
            <li key={`${row.instanceId} ${index + 1}`} className="health__line">
              <button
                type="button"
                className="health__row grid pickable"
                title={row.ruleName}
                onClick={() => props.onRule(row.ruleId)}
              >
                <LevelGlyph rank={row.rank} />
                <span className="ellipsis">
                  <span className="visually-hidden">{level(row.rank, row)}</span>{' '}
                  <b className="num strong">{row.stationCode}</b> {name(row)}
                  <span className="dim"> · {row.ruleName}</span>
                </span>
                <span className="num dim">{props.middle(row)}</span>
                <span className="num health__end">{props.end(row)}</span>
              </button>
              <span className="health__fix">{props.fix(row)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Instances that ring again and again within a day. */
export function Chattering({ health, zone, onRule }: ListProps) {
  const text = useText();
  const format = useFormat();
  const { total, list } = health.chattering;
  return (
    <InstanceList
      title={text('health.chattering')}
      note={text('health.chattering.of', { count: chatterFrom, total })}
      none={text('health.chattering.none')}
      rows={list}
      onRule={onRule}
      middle={({ most }) => text('health.within', { count: most })}
      end={({ at }) => format.time(at, zone, 'dayTime')}
      fix={({ ruleId }) => <TryFix ruleId={ruleId} fix="release" />}
    />
  );
}

/** One that is over and was answered is closed; of any other its limit may be too near. */
function StandingFix({ row }: { readonly row: AlarmHealth['standing']['list'][number] }) {
  const text = useText();
  const { data } = useOpenAlarms();
  const mayAnswer = usePermitted()('alarm:event:answer');
  const alarm = data?.alarms.find(({ id }) => id === row.alarmId);
  // It was closed since the figures were counted.
  if (alarm !== undefined && alarm.closed !== null) return null;
  if (alarm !== undefined && alarm.present === 0 && alarm.answer !== null)
    return mayAnswer ? (
      <CommandButton
        command={alarms.answer}
        args={{ act: 'close', alarmIds: [row.alarmId] }}
        look="ghost"
        label={text('alarms.act.close')}
      />
    ) : null;
  return <TryFix ruleId={row.ruleId} fix="limit" />;
}

/** Alarms that are open for more than a day. */
export function Standing({ health, zone, onRule }: ListProps) {
  const text = useText();
  const format = useFormat();
  const { total, list } = health.standing;
  return (
    <InstanceList
      title={text('health.standing')}
      note={text('health.shown', { shown: list.length, total })}
      none={text('health.standing.none')}
      rows={list}
      onRule={onRule}
      middle={({ isShelved, since }) =>
        isShelved
          ? text('alarms.mark.shelved')
          : text('health.since', { time: format.time(since, zone, 'date').slice(5) })
      }
      end={({ since }) => spanOf(health.to - since, format)}
      fix={(row) => <StandingFix row={row} />}
    />
  );
}

/** What is not watched: a quantity has been unknown for longer than its rule's patience. */
export function Blind({ health, zone, onRule }: ListProps) {
  const text = useText();
  const format = useFormat();
  const { total, list } = health.blind;
  return (
    <InstanceList
      title={text('health.blind')}
      note={text('health.shown', { shown: list.length, total })}
      none={text('health.blind.none')}
      rows={list}
      onRule={onRule}
      middle={({ since }) => text('health.since', { time: format.time(since, zone, 'date').slice(5) })}
      end={({ since }) => spanOf(health.to - since, format)}
      fix={({ ruleId }) => <TryFix ruleId={ruleId} fix="patience" />}
    />
  );
}
