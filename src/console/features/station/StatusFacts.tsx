import { rows, rtu } from '../../../catalogue/index.ts';
import type { StationDetail } from '../../../contract/stations.ts';
import { flagMessage } from '../../../derive/messages.ts';
import { rowColumns } from '../../../derive/row-columns.ts';
import { timeOf } from '../../../domain/latest.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { cellText } from '../../components/table/cell-text.ts';
import { Aged } from '../../components/values/Aged.tsx';
import { useNow } from '../../state/connection/clock.ts';
import { NotGood } from './NotGood.tsx';

const shown = [
  'reportType',
  'sendCycle',
  'collectionCycle',
  'fastCollect',
  'resend',
  'batteryVoltage',
  'batteryCharge',
  'chargeState',
  'outputVoltage',
  'ambientTemperature',
  'communicationStandard',
  'operator',
  'signalStrength',
  'loraSignalStrength',
] as const;
const columns = rowColumns(rtu, 'status');
const flags = rows.status.channels.flatMap((channel) => (channel.type === 'flagSet' ? channel.flags : []));

/** The RTU's newest status row: its facts, and every run-status flag by shape and word. */
export function StatusFacts({ detail }: { readonly detail: StationDetail }) {
  const text = useText();
  const format = useFormat();
  const now = useNow(5000);
  const zone = detail.summary.timeZone;
  const status = detail.rtu?.status;
  if (status === undefined || status === null) {
    return <section className="panel facts__none dim">{text('station.noStatus')}</section>;
  }
  const bits = Number(status.values['runStatus'] ?? 0);
  return (
    <section className="panel" aria-label={text('row.status')}>
      <dl className="facts status-facts terms wrap flex">
        <div>
          <dt>{text('table.received')}</dt>
          <dd className="num">{format.time(status.receivedAt, zone, 'time')}</dd>
        </div>
        <div>
          <dt>{text('table.time')}</dt>
          <dd className="num">{format.time(status.t, zone, 'time')}</dd>
        </div>
        {shown.map((id) => {
          const column = columns.find((entry) => entry.id === id);
          if (column === undefined) return null;
          return (
            <div key={id}>
              <dt className="ellipsis">{text(column.heading)}</dt>
              <dd className="num">
                <Aged t={timeOf(status, id)} now={now} sendCycle={detail.summary.sendCycle} brief>
                  {cellText(column, status.values[id], text, zone)}
                  {column.unit && <span className="unit">{column.unit}</span>}
                </Aged>
                <NotGood entry={status.notGood?.[id]} column={column} zone={zone} />
              </dd>
            </div>
          );
        })}
        <div>
          <dt>zx0–zx6</dt>
          <dd className="num">
            {[0, 1, 2, 3, 4, 5, 6]
              .map((slot) => format.number(status.values[`elapsed${slot}`] as number | null, 0))
              .join(' ')}
            <span className="unit">ms</span>
          </dd>
        </div>
      </dl>
      <ul className="flags grid">
        {flags.map((flag, bit) => {
          const bad = Math.floor(bits / 2 ** bit) % 2 === 1;
          return (
            <li
              key={flag}
              className={`row gap-6 text-12 dim ${bad ? 'is-bad' : ''}`}
              title={text(flagMessage('status', flag))}
            >
              <Glyph state={bad ? 'fault' : 'ok'} />
              <span className="ellipsis">{text(flagMessage('status', flag))}</span>
              {bad && <span className="visually-hidden">{text('state.fault')}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
