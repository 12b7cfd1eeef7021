import { memo } from 'react';
import type { ViewColumn } from '../../../derive/device-views/views.ts';
import { isOld } from '../../../domain/age.ts';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { isDeviceAlarm } from '../../components/table/cell-text.ts';
import { Sparkline } from '../../components/values/Sparkline.tsx';
import type { DeviceWords } from '../../components/values/use-device-words.ts';
import { LineCondition, useConditionWord } from './Condition.tsx';
import type { DeviceLine } from './lines.ts';
import { shareOf } from './share.ts';

const none: readonly (number | null)[] = [];

/** A cell: its value, and beside it how near it is to a rule's limit, in the colour of the level that it has reached. */
function Cell(props: {
  readonly column: ViewColumn;
  readonly line: DeviceLine;
  readonly at: number;
  readonly words: DeviceWords;
  readonly isCurrent: boolean;
  /** Of a row that is older than two send cycles. */
  readonly isAged: boolean;
}) {
  const { column, line, at, words, isCurrent, isAged } = props;
  const text = useText();
  const format = useFormat();
  const word = useConditionWord();
  const value = line.row.cells[at];
  const said = words.cell(column, line, at);
  const unit = column.source.type === 'primary' ? words.unit(column, line.row.kind) : null;
  const share = typeof value === 'number' ? shareOf(value, line.row.limits[at] ?? null) : null;
  const alarms = isDeviceAlarm({ ...column, row: column.row ?? 'status', element: false }, value);
  const isFault = column.id === 'runState' && value === 1;
  const look = [
    column.type === 'number' ? 'dv__number num' : 'dv__word',
    share !== null && share.rank > 0 ? `levelword--${share.rank} dv__reached` : '',
    alarms ? 'state--deviceAlarm' : isFault ? 'state--fault' : '',
    isCurrent ? 'is-cell' : '',
    isAged ? 'is-old' : '',
  ];
  const beside =
    share === null
      ? said
      : text(share.rank === 0 ? 'deviceViews.share' : 'deviceViews.reached', {
          share: format.number(100 * share.share, 0),
          limit: format.number(share.limit, Math.max(column.digits, 0)),
          level: share.rank === 0 ? '' : word(`lv${share.rank}`),
        });
  return (
    <span
      role="gridcell"
      tabIndex={-1}
      className={look.filter(Boolean).join(' ')}
      data-column={at}
      title={beside}
    >
      <span className="ellipsis">
        {said}
        {unit !== null && value !== null && <span className="unit">{unit}</span>}
      </span>
      {share !== null && (
        <>
          <i className="dv__share" aria-hidden="true">
            <i
              style={{
                width: `${Math.round(100 * share.share)}%`,
                background: share.rank === 0 ? 'var(--accent)' : `var(--lv${share.rank})`,
              }}
            />
          </i>
          <span className="visually-hidden">{beside}</span>
        </>
      )}
    </span>
  );
}

/** A device in one line. */
export const Row = memo(function Row(props: {
  readonly id: string;
  readonly at: number;
  readonly top: number;
  readonly template: string;
  readonly minWidth: number;
  readonly line: DeviceLine;
  readonly columns: readonly ViewColumn[];
  readonly words: DeviceWords;
  readonly now: number;
  readonly narrow: boolean;
  readonly curve: readonly (number | null)[] | undefined;
  readonly bars: boolean;
  /** The current cell's column; null = another device is the current one. */
  readonly column: number | null;
  readonly isMarked: boolean;
}) {
  const { line, words, narrow, now, isMarked, column } = props;
  const format = useFormat();
  const { row, station } = line;
  const beside = words.device(line);
  const age = row.t === 0 ? '–' : format.duration(Math.max(0, now - row.t));
  const old = row.t !== 0 && isOld(row.t, now, station.sendCycle);
  const look = [
    'rows__row dv__row',
    column === null ? '' : 'is-current is-open',
    isMarked ? 'is-marked' : '',
  ];
  return (
    <div
      id={props.id}
      role="row"
      tabIndex={-1}
      aria-rowindex={props.at + 2}
      aria-selected={isMarked || column !== null}
      className={look.filter(Boolean).join(' ')}
      style={{
        transform: `translateY(${props.top}px)`,
        gridTemplateColumns: props.template,
        minWidth: props.minWidth,
      }}
      data-device={row.source}
    >
      {!narrow && (
        <span role="gridcell" tabIndex={-1} className="dv__frozen">
          <LineCondition line={line} />
        </span>
      )}
      <span role="gridcell" tabIndex={-1} className="dv__frozen dv__second dv__name">
        {narrow && <LineCondition line={line} brief />}
        <span className="dv__names">
          <b className="strong num">{station.code}</b> <span>{station.name}</span>
          {beside !== '' && <small className="faint"> {beside}</small>}
        </span>
        {isMarked && <Icon name="tick" className="icon--small" />}
      </span>
      {props.columns.map((one, at) => (
        <Cell
          key={one.id}
          column={one}
          line={line}
          at={at}
          words={words}
          isCurrent={column === at}
          isAged={old}
        />
      ))}
      <span role="gridcell" tabIndex={-1} className="dv__spark">
        <Sparkline values={props.curve ?? none} bars={props.bars} />
      </span>
      <span role="gridcell" tabIndex={-1} className={`dv__number num ${old ? 'is-old' : ''}`}>
        {old && <Icon name="timer-off" className="icon--small" />}
        {age}
      </span>
    </div>
  );
});
