import type { ReactNode } from 'react';
import { floodAbove, manageablePerDay, targetPerDay } from '../../../domain/alarms/health.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { spanOf } from '../../components/values/span.ts';
import type { AlarmHealth } from '../../state/alarms/health.ts';

const calm = 0.01;

function Tile(props: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note: string;
  /** Beyond what is aimed at. */
  readonly isBad?: boolean;
}) {
  return (
    <div className={`health__tile yields clips ${props.isBad === true ? 'is-bad' : ''}`}>
      <dt className="one-line text-11 dim">{props.label}</dt>
      <dd>
        <b className="num stressed">{props.value}</b>
        <span className="text-11 dim num">{props.note}</span>
      </dd>
    </div>
  );
}

/** The answer in one line: every figure beside what it is held against. */
export function Strip({ health, zone }: { readonly health: AlarmHealth; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const { perOperatorDay, worst, floods, answers, findings, standing, blind, behind } = health;
  const percent = (share: number, digits: number) => `${format.number(100 * share, digits)} %`;
  return (
    <dl className="panel health__strip" aria-label={text('health.summary')}>
      <Tile
        label={text('health.load')}
        value={format.number(perOperatorDay, perOperatorDay < 10 ? 1 : 0)}
        note={text('health.load.note', { target: targetPerDay, manageable: manageablePerDay })}
        isBad={perOperatorDay > targetPerDay}
      />
      <Tile
        label={text('health.worst')}
        value={worst === null ? '0' : worst.count}
        note={
          worst === null
            ? text('health.worst.none')
            : text('health.worst.note', { above: floodAbove, time: format.time(worst.at, zone, 'dayTime') })
        }
        isBad={worst !== null && worst.count > floodAbove}
      />
      <Tile
        label={text('health.flood')}
        value={percent(floods.share, 1)}
        note={text('health.flood.note', { count: floods.count })}
        isBad={floods.share >= calm}
      />
      <Tile
        label={text('health.answer')}
        value={answers.median === null ? '–' : spanOf(answers.median, format)}
        note={
          answers.ninety === null
            ? text('health.answer.none', { waiting: answers.waiting })
            : text('health.answer.note', {
                span: spanOf(answers.ninety, format),
                waiting: answers.waiting,
              })
        }
      />
      <Tile
        label={text('health.false')}
        value={findings.closed === 0 ? '–' : percent(findings.false / findings.closed, 0)}
        note={text('health.false.note', { false: findings.false, closed: findings.closed })}
      />
      <Tile
        label={text('health.standing')}
        value={standing.total}
        note={text('health.standing.note', { shelved: standing.shelved })}
      />
      <Tile
        label={text('health.blind')}
        value={blind.total}
        note={text('health.blind.note', { instances: format.number(blind.instances, 0) })}
        isBad={blind.total > 0}
      />
      <Tile
        label={text('health.behind')}
        value={spanOf(behind, format)}
        note={text('health.behind.note')}
        isBad={behind > 60_000}
      />
    </dl>
  );
}
