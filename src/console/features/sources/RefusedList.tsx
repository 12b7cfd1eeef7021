import { sources as sourceCommands } from '../../../../commands/sources.ts';
import { useCommands } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { DataSource, SourceRefusal } from '../../state/sites/sources.ts';

const shown = 50;

/** What was refused in the last 24 hours, by reason. */
export function RefusedList(props: {
  readonly refusals: readonly SourceRefusal[];
  readonly sources: readonly DataSource[];
  readonly onChoose: (id: number) => void;
}) {
  const { refusals, sources } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const all = refusals.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="panel column clips sources__refused" aria-label={text('dataSources.refusedTitle')}>
      <header className="panel__head">
        <h2>{text('dataSources.refusedTitle')}</h2>
        <span className="dim text-12 num">{text('dataSources.refusedCount', { count: all })}</span>
      </header>
      {refusals.length === 0 ? (
        <p className="sources__none dim text-12">{text('dataSources.refusedNone')}</p>
      ) : (
        <ul className="scroll">
          {refusals.slice(0, shown).map(({ sourceId, reason, about, count, lastAt, text: said }) => (
            <li key={`${sourceId} ${reason} ${about}`}>
              <button
                type="button"
                className="sources__reason grid pickable text-12"
                onClick={() => commands.run(sourceCommands.choose, { source: sourceId }, 'button')}
              >
                <b className="num r">{format.number(count, 0)}</b>
                <span className="strong">{said}</span>
                <span className="dim ellipsis">{sources.find(({ id }) => id === sourceId)?.name}</span>
                <span className="dim num">{format.time(lastAt, zone, 'dayTime')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
