import { reports as reportCommands } from '../../../../commands/reports.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ReportHead } from '../../state/reports.ts';

/** What a report is called in lists. */
export function useReportName() {
  const text = useText();
  return ({ name, period }: Pick<ReportHead, 'name' | 'period'>) =>
    name === '' ? text(`reports.template.${period}`) : name;
}

/** Reports that were made, the newest first. */
export function History(props: {
  readonly reports: readonly ReportHead[];
  readonly total: number;
  readonly currentId: number | null;
}) {
  const { reports, total, currentId } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const nameOf = useReportName();
  const stateOf = (one: ReportHead) =>
    one.state === 'making'
      ? text('reports.making', { percent: Math.round(one.progress * 100) })
      : one.state === 'ready'
        ? text(
            one.sentAt !== null
              ? 'reports.state.sent'
              : one.signatures.length > 0
                ? 'reports.state.signed'
                : 'reports.state.draft',
          )
        : text(`reports.state.${one.state}`);
  return (
    <aside className="rhistory column" aria-label={text('reports.made.list')}>
      <header className="panel__head row gap-8">
        <h2>{text('reports.made.list')}</h2>
        <span className="num dim">{total}</span>
      </header>
      {reports.length === 0 ? (
        // The preview beside it says that there is none, and what to do.
        <span className="grow" />
      ) : (
        <ul className="scroll">
          {reports.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className="rhistory__row"
                aria-current={one.id === currentId}
                onClick={() => commands.run(reportCommands.open, { reportId: one.id }, 'button')}
              >
                <span className="row between gap-8">
                  <b className="one-line clips">{nameOf(one)}</b>
                  <span className={`rstate rstate--${one.state} one-line`}>{stateOf(one)}</span>
                </span>
                <span className="one-line clips text-12">{one.projectName}</span>
                <span className="row between gap-8 text-11 dim num">
                  <span>
                    {format.time(one.from, one.timeZone, 'date')} –{' '}
                    {format.time(one.to - 1, one.timeZone, 'date')}
                  </span>
                  <span>{one.state === 'ready' ? text('reports.pages', { count: one.pages }) : ''}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <footer className="row padded text-11 dim">
        {text('reports.never')}
        <CommandButton command={reportCommands.refresh} look="ghost" iconOnly icon="refresh" />
      </footer>
    </aside>
  );
}
