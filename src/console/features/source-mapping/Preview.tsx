import { rows } from '../../../catalogue/index.ts';
import type { Mapping } from '../../../contract/mapping.ts';
import { channelMessage } from '../../../derive/messages.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { CurveOf } from './CurveOf.tsx';
import { shownZone, type Tried } from './draft.ts';
import type { ImportCounts } from './MappingForm.tsx';

/** What would come in: curves, counts, and what is refused by reason. */
export function Preview(props: {
  readonly data: Tried;
  readonly mapping: Mapping | null;
  readonly isCurrent: boolean;
  readonly dry: ImportCounts | null;
}) {
  const { data, mapping, isCurrent, dry } = props;
  const text = useText();
  const format = useFormat();
  const { result } = data;
  const zone = shownZone(mapping?.timeZone ?? 'UTC');
  const count = (value: number) => format.number(value, 0);
  const curves = (result?.curves ?? []).filter(({ points }) => points.length > 0);
  const nameOf = (sensor: number, channel: string) => {
    const row = mapping?.sensors[sensor]?.row;
    const known = row !== undefined && Object.hasOwn(rows, row) ? (row as keyof typeof rows) : null;
    const slot = mapping?.sensors[sensor]?.slot ?? '';
    return `${slot} · ${known === null ? channel : text(channelMessage(known, channel))}`;
  };
  return (
    <section
      className="mapping__preview column"
      aria-label={text('sourceMapping.preview')}
      aria-busy={!isCurrent}
    >
      <header className="panel__head">
        <h2>{text('sourceMapping.preview')}</h2>
        {!isCurrent && <span className="dim text-12">{text('sourceMapping.trying')}</span>}
      </header>
      <div className="scroll">
        {result === null ? (
          <p className="mapping__problem mapping__bad text-12">
            {data.problem?.text ?? text('sourceMapping.nothing')}
          </p>
        ) : (
          <>
            <div className="mapping__curves">
              {curves.slice(0, 6).map((curve, at) => (
                <CurveOf
                  key={`${curve.sensor} ${curve.channel}`}
                  title={`${nameOf(curve.sensor, curve.channel)}${curve.unit === null ? '' : `, ${curve.unit}`}`}
                  colour={(at % 6) + 1}
                  points={curve.points}
                  conflicts={result.conflicts.filter(
                    ({ sensor, channel }) => sensor === curve.sensor && channel === curve.channel,
                  )}
                  zone={zone}
                />
              ))}
            </div>
            <dl className="sources__figures mapping__counts">
              {(
                [
                  ['read', dry?.lines ?? result.lines],
                  ['new', (dry?.stored ?? result.stored) + (dry?.filled ?? result.filled)],
                  ['known', dry?.duplicates ?? result.known],
                  ['conflict', dry?.conflictCount ?? result.conflictCount],
                  ['refused', dry?.rejected ?? result.rejected],
                ] as const
              ).map(([name, value]) => (
                <div key={name}>
                  <dt>{text(`sourceMapping.count.${name}`)}</dt>
                  <dd className="num strong">{count(value)}</dd>
                </div>
              ))}
            </dl>
            <p className="dim text-11 mapping__note">
              {text(
                dry === null
                  ? data.isCut
                    ? 'sourceMapping.ofBeginning'
                    : 'sourceMapping.ofSample'
                  : 'sourceMapping.ofFile',
              )}
            </p>
            {result.groups.length > 0 && (
              <>
                <h3 className="mapping__sub">{text('sourceMapping.refusedBy')}</h3>
                <ul className="text-12">
                  {result.groups.map(({ reason, channel, count: times, line, text: said }) => (
                    <li key={`${reason} ${channel}`} className="mapping__group">
                      <span>{said}</span>
                      <span className="dim num">{text('sourceMapping.firstLine', { line })}</span>
                      <b className="num">{count(times)}</b>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {result.conflicts.length > 0 && (
              <>
                <h3 className="mapping__sub">{text('sourceMapping.conflicts')}</h3>
                <ul className="text-12">
                  {result.conflicts.slice(0, 20).map(({ sensor, channel, t, stored, offered }) => (
                    <li key={`${sensor} ${channel} ${t}`} className="mapping__group">
                      <span className="num">{format.time(t, zone, 'full')}</span>
                      <span className="dim num">
                        {text('sourceMapping.storedOffered', { stored, offered })}
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
    </section>
  );
}
