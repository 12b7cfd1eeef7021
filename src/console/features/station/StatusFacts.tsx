import { rtu } from '../../../catalogue/index.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { rowColumns } from '../../../derive/row-columns.ts';
import { timeOf } from '../../../domain/readings/latest.ts';
import { Fold } from '../../components/Fold.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { cellText } from '../../components/table/cell-text.ts';
import { Aged } from '../../components/values/Aged.tsx';
import { useNow } from '../../state/connection/clock.ts';
import { NotGood } from './NotGood.tsx';
import { RunFlags, RunSummary } from './RunFlags.tsx';

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

/** Run-status flags of the RTU's newest status row; null = there is none. */
export function runBits({ rtu: own }: StationDetail): number | null {
  return own?.status == null ? null : Number(own.status.values['runStatus'] ?? 0);
}

/** The RTU's newest status row: its facts, and its run-status flags, folded to those that are set unless `isWhole`. */
export function StatusFacts({
  detail,
  isWhole = false,
}: {
  readonly detail: StationDetail;
  readonly isWhole?: boolean;
}) {
  const text = useText();
  const format = useFormat();
  const now = useNow(5000);
  const zone = detail.summary.timeZone;
  const status = detail.rtu?.status;
  if (status === undefined || status === null) {
    return <section className="panel facts__none dim">{text('station.noStatus')}</section>;
  }
  const bits = runBits(detail) ?? 0;
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
      {isWhole ? (
        <RunFlags bits={bits} />
      ) : (
        <Fold className="rtu-fold rtu-fold--flags" head={<RunSummary bits={bits} />}>
          <RunFlags bits={bits} />
        </Fold>
      )}
    </section>
  );
}
