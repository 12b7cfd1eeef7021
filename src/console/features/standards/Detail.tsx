import { standards } from '../../../../commands/standards.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { reasonOf } from '../../state/connection/refused.ts';
import { type Drift, type Standard, useDrift } from '../../state/devices/standards.ts';
import { useStandardWords } from './words.ts';

const heads = ['station', 'field', 'value', 'wanted', 'since'] as const;

function DriftTable(props: {
  readonly standard: Standard;
  readonly drifts: readonly Drift[];
  readonly total: number;
}) {
  const { standard, drifts, total } = props;
  const { text, field, value, time } = useStandardWords();
  const { group } = standard;
  return (
    <ScrollRegion className="standards__drift" label={text('standards.drift')}>
      <table className="standards__table text-12">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {text(`standards.head.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drifts.map((one) => (
            <tr key={`${one.rtuId}.${one.slot}.${one.field}`}>
              <th scope="row">
                {one.stationCode} {one.stationName}
                {one.slot !== null && <span className="dim"> {text('matrix.slot', { slot: one.slot })}</span>}
              </th>
              <td>{field(group, one.field)}</td>
              <td className="num">{value(group, one.field, one.value)}</td>
              <td className="num dim">{value(group, one.field, one.wanted)}</td>
              <td className="num">{time(one.since)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > drifts.length && (
        <p className="dim text-12">{text('standards.drift.more', { total, shown: drifts.length })}</p>
      )}
    </ScrollRegion>
  );
}

function WatchPart({ standard }: { readonly standard: Standard }) {
  const { text, time, state } = useStandardWords();
  const { watch } = standard;
  const { data, error, refetch } = useDrift(watch === null ? null : standard.id);
  if (watch === null)
    return <p className="dim text-12 standards__none">{text('standards.notWatched.text')}</p>;
  return (
    <>
      <p className="text-12 row gap-8 wrap">
        <b data-drifts={watch.drifting > 0 || undefined}>{state(standard)}</b>
        {watch.unknown > 0 && (
          <span className="dim">{text('standards.unknown', { count: watch.unknown })}</span>
        )}
        <span className="dim num">
          {text('standards.watchedSince', { by: watch.accountName, time: time(watch.since) })}
        </span>
      </p>
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={4} />
        ) : (
          <FailedState
            title={text('standards.failed')}
            reason={reasonOf(error, text)}
            onRetry={() => void refetch()}
          />
        )
      ) : data.drifts.length === 0 ? (
        <p className="dim text-12 standards__none">{text('standards.drift.none')}</p>
      ) : (
        <DriftTable standard={standard} {...data} />
      )}
    </>
  );
}

/** A standard set: what it wants, what it is assigned to, and which devices of that drift. */
export function Detail({ standard }: { readonly standard: Standard }) {
  const { text, of, field, value } = useStandardWords();
  const { name, group, values, watch } = standard;
  return (
    <section className="panel split__panel column clips" aria-label={name}>
      <header className="panel__head row gap-8 wrap">
        <h2 className="ellipsis grow">{name}</h2>
        <CommandButton command={standards.assign} label={text('standards.watch')} icon="list-checks" />
        {watch !== null && (
          <>
            <CommandButton command={standards.unassign} icon="ban" iconOnly look="ghost" />
            <CommandButton command={standards.repair} icon="wrench" look="primary" />
          </>
        )}
      </header>
      <div className="split__inner">
        <p className="dim text-12">{of(standard)}</p>
        <section aria-label={text('standards.wanted')}>
          <h3 className="text-12 strong">{text('standards.wanted')}</h3>
          <dl className="standards__wanted text-12">
            {Object.entries(values).map(([id, wanted]) => (
              <div key={id}>
                <dt>{field(group, id)}</dt>
                <dd className="num">{value(group, id, wanted)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-label={text('standards.drift')}>
          <h3 className="text-12 strong">{text('standards.drift')}</h3>
          <WatchPart standard={standard} />
        </section>
      </div>
    </section>
  );
}
