import { useQuery } from '@tanstack/react-query';
import { navigation } from '../../../../commands/navigation/index.ts';
import type { MessageId } from '../../../base/messages.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import { type StationDetail, stationOverview } from '../../../contract/sites/stations.ts';
import { kindMessage, rowMessage } from '../../../derive/messages.ts';
import { CommandButton } from '../../components/commands.tsx';
import { LoadingRows } from '../../components/conditions.tsx';
import { StateLabel } from '../../components/Glyph.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { request } from '../../state/connection/client.ts';
import { useNow } from '../../state/connection/clock.ts';
import { asOf } from '../../state/sites/stations.ts';
import { Doubtful } from './Doubtful.tsx';
import { sensorState } from './SensorCard.tsx';
import './overview.css';

const knownGaps = new Set(['silent', 'resent', 'fault', 'removed']);

/** Data overview: what the station has, how it keeps contact, what came and what is missing. */
export function OverviewTab({ detail }: { readonly detail: StationDetail }) {
  const text = useText();
  const format = useFormat();
  const now = useNow(1000);
  const station = asOf(detail.summary, now);
  const zone = station.timeZone;
  const { data } = useQuery({
    queryKey: ['station', station.id, 'overview'],
    queryFn: ({ signal }) => request(stationOverview, { params: { stationId: station.id }, signal }),
    refetchInterval: 60_000,
  });
  const share = (received: number, expected: number) =>
    expected === 0 ? '–' : `${format.number(Math.min(100, (100 * received) / expected), 1)} %`;
  const fact = (label: MessageId, value: string) => (
    <div>
      <dt>{text(label)}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
  const sensorOf = (sourceId: number, row: string) =>
    row === 'status' ? undefined : detail.sensors.find((sensor) => sensor.id === sourceId);
  const gaps = (data?.sources ?? [])
    .flatMap((source) => source.gaps.map((gap) => ({ ...gap, source })))
    .sort((a, b) => b.from - a.from)
    .slice(0, 40);
  return (
    <div className="overview gap-8 grid">
      <section className="panel">
        <header className="panel__head">
          <h2>{text('overview.link')}</h2>
          <StateLabel state={station.state} />
        </header>
        <p className="overview__words">{text(`link.${station.link}`)}</p>
        <dl className="overview__facts terms pairs">
          {fact(
            'home.lastContact',
            station.lastContactAt === null
              ? text('home.never')
              : `${format.time(station.lastContactAt, zone, 'full')} · ${format.duration(now - station.lastContactAt)}`,
          )}
          {fact(
            'home.nextContact',
            station.nextContactAt === null
              ? '–'
              : `${format.time(station.nextContactAt, zone, 'full')} ± ${format.duration(station.jitter)}`,
          )}
          {fact('overview.sendCycle', format.duration(station.sendCycle * 1000))}
          {fact(
            'overview.collectionCycle',
            detail.rtu === null ? '–' : format.duration(detail.rtu.collectionCycle * 1000),
          )}
          {fact(
            'home.battery',
            `${format.number(station.batteryVoltage, 2)} V${station.batteryCharge === null ? '' : ` · ${format.number(station.batteryCharge, 0)} %`}`,
          )}
          {fact('overview.quality', text(detail.rtu?.quality === 'GOOD' ? 'quality.good' : 'quality.stale'))}
        </dl>
      </section>
      <section className="panel overview__sources">
        <header className="panel__head">
          <h2>{text('overview.sources')}</h2>
        </header>
        {data === undefined ? (
          <LoadingRows rows={4} />
        ) : (
          <ScrollRegion className="overview__scroll" label={text('overview.sources')}>
            <table className="plain num">
              <thead>
                <tr>
                  <th>{text('overview.source')}</th>
                  <th>{text('home.state')}</th>
                  <th className="r">{text('overview.count')}</th>
                  <th className="r">{text('overview.day')}</th>
                  <th className="r">{text('overview.month')}</th>
                  <th>{text('overview.first')}</th>
                  <th>{text('overview.last')}</th>
                </tr>
              </thead>
              <tbody>
                {data.sources.map((source) => {
                  const sensor = sensorOf(source.sourceId, source.row);
                  const kind = sensor === undefined ? undefined : kindByCode(sensor.kind);
                  return (
                    <tr key={`${source.sourceId} ${source.row}`}>
                      <td>
                        {sensor === undefined || kind === undefined
                          ? 'RTU'
                          : `${sensor.slot} · ${sensor.name ?? text(kindMessage(kind.id))}`}{' '}
                        <span className="faint">{text(rowMessage(source.row as RowId))}</span>
                      </td>
                      <td>
                        {sensor === undefined ? (
                          <StateLabel state={station.fault ? 'fault' : 'ok'} />
                        ) : (
                          <StateLabel state={sensorState(sensor)} />
                        )}
                      </td>
                      <td className="r">{source.count}</td>
                      <td className="r">{share(source.received24h, source.expected24h)}</td>
                      <td className="r">{share(source.received30d, source.expected30d)}</td>
                      <td>{source.firstAt === null ? '–' : format.time(source.firstAt, zone, 'date')}</td>
                      <td>
                        {source.lastAt === null
                          ? text('home.never')
                          : format.time(source.lastAt, zone, 'dayTime')}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </ScrollRegion>
        )}
      </section>
      <section className="panel">
        <header className="panel__head">
          <h2>{text('overview.gaps')}</h2>
          <span className="dim">{text('overview.gaps.span')}</span>
        </header>
        {gaps.length === 0 ? (
          <p className="overview__words">{text('overview.gaps.none')}</p>
        ) : (
          <ScrollRegion className="overview__scroll" label={text('overview.gaps')}>
            <ul className="overview__list num">
              {gaps.map((gap) => (
                <li
                  key={`${gap.source.sourceId} ${gap.source.row} ${gap.kind} ${gap.from}`}
                  className="row one-line text-12 underlined"
                >
                  <i className={`gapmark gapmark--${gap.kind}`} />
                  <span>{text(`gap.${knownGaps.has(gap.kind) ? (gap.kind as 'silent') : 'silent'}`)}</span>
                  <span className="dim">
                    {sensorOf(gap.source.sourceId, gap.source.row)?.slot ?? 'RTU'} ·{' '}
                    {text(rowMessage(gap.source.row as RowId))}
                  </span>
                  <span>{format.time(gap.from, zone, 'dayTime')}</span>
                  <span>{format.duration(gap.to - gap.from)}</span>
                </li>
              ))}
            </ul>
          </ScrollRegion>
        )}
      </section>
      <div className="overview__stack column gap-8 yields">
        <Doubtful detail={detail} conflicts={data?.conflicts ?? []} zone={zone} />
        <section className="panel">
          <header className="panel__head">
            <h2>{text('overview.problems')}</h2>
            <span className="grow" />
            <Permit needs="device:maintenance:view">
              <CommandButton
                command={navigation.open}
                args={{ address: `/devices/messages?station=${station.id}` }}
                icon="message"
                look="ghost"
                label={text('page.messages')}
              />
            </Permit>
          </header>
          {detail.rtu === null || detail.rtu.problems.length === 0 ? (
            <p className="overview__words">{text('overview.problems.none')}</p>
          ) : (
            <ScrollRegion className="overview__scroll" label={text('overview.problems')}>
              <ul className="overview__list num">
                {detail.rtu.problems.map((problem) => (
                  <li
                    key={`${problem.at} ${problem.reason} ${problem.detail}`}
                    className="row one-line text-12 underlined"
                  >
                    <span>{format.time(problem.at, zone, 'dayTime')}</span>
                    <b>{problem.reason}</b>
                    {problem.count > 1 && <span>×{format.number(problem.count, 0)}</span>}
                    <span className="dim ellipsis">{problem.detail}</span>
                  </li>
                ))}
              </ul>
            </ScrollRegion>
          )}
        </section>
      </div>
    </div>
  );
}
