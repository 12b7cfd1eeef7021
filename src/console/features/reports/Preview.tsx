import { reports as reportCommands } from '../../../../commands/reports.ts';
import type { MessageId } from '../../../base/messages.ts';
import { type Language, languages } from '../../../base/messages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { Segmented } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ReportHead } from '../../state/reports.ts';
import { useReportName } from './History.tsx';
import { PageSlice, together } from './PageSheet.tsx';

/** A report that is not ready: how far it is, or why there is none. */
function NotReady({ report }: { readonly report: ReportHead }) {
  const text = useText();
  if (report.state === 'waiting' || report.state === 'making')
    return (
      <EmptyState
        icon="file"
        title={text(report.state === 'waiting' ? 'reports.state.waiting' : 'reports.isMade')}
        actions={<CommandButton command={reportCommands.cancel} icon="x" />}
      >
        <progress max={1} value={report.progress} aria-label={text('reports.isMade')} />
      </EmptyState>
    );
  return (
    <EmptyState
      icon="circle-alert"
      failed={report.state === 'failed'}
      title={text(`reports.state.${report.state}`)}
    >
      {report.problem === null ? '' : text(report.problem as MessageId)}
    </EmptyState>
  );
}

/** A report as it is printed, on white paper in every theme. */
export function Preview(props: { readonly report: ReportHead; readonly language: Language }) {
  const { report, language } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const nameOf = useReportName();
  const isReady = report.state === 'ready';
  const slices = Math.ceil(report.pages / together);
  const edition = `${report.checksum} ${report.signatures.length}`;
  return (
    <section className="rpreview column" aria-label={text('reports.preview')}>
      <header className="panel__head row wrap gap-8">
        <h1 className="one-line clips">
          {nameOf(report)} · {report.projectName}
        </h1>
        {isReady && <span className="num dim text-12">{text('reports.pages', { count: report.pages })}</span>}
        <span className="grow" />
        {isReady && report.languages.length > 1 && (
          <Segmented
            label={text('reports.languages')}
            value={language}
            options={languages
              .filter((one) => report.languages.includes(one))
              .map((value) => ({ value, label: text(`language.${value}`) }))}
            onChange={(value) => commands.run(reportCommands.language, { language: value }, 'button')}
          />
        )}
        {isReady &&
          report.formats.map((one) => (
            <CommandButton
              key={one}
              command={reportCommands.download}
              args={{ format: one }}
              icon="download"
              label={text(`reports.format.${one}`)}
            />
          ))}
        {isReady && report.sentAt === null && (
          <>
            <CommandButton command={reportCommands.sign} icon="pencil" label={text('reports.sign')} />
            <CommandButton
              command={reportCommands.send}
              icon="send"
              label={text('reports.send')}
              look="primary"
            />
          </>
        )}
        {isReady && report.sentAt !== null && (
          <span className="text-12 dim">{text('reports.sentTo', { count: report.sentTo })}</span>
        )}
        {isReady && (
          <CommandButton command={reportCommands.verify} icon="shield-check" look="ghost" iconOnly />
        )}
        <CommandButton command={reportCommands.delete} icon="trash" look="ghost" iconOnly />
      </header>
      {report.lacking.length > 0 && (
        <p className="row gap-6 padded text-12" role="status">
          <Icon name="warning" />
          {text('reports.lacking', { signs: report.lacking.join(' ') })}
        </p>
      )}
      {report.signatures.length > 0 && (
        <ul className="padded text-12 underlined">
          {report.signatures.map(({ accountName, name, at, role, checksum }) => (
            <li key={`${accountName} ${at}`} className="num">
              {text('reports.signedBy', {
                ...{ name: name === accountName ? name : `${name} (${accountName})`, role },
                ...{ time: format.time(at, report.timeZone, 'full'), checksum: checksum.slice(0, 16) },
              })}
            </li>
          ))}
        </ul>
      )}
      <fieldset
        className="rpages scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        aria-label={text('reports.pages', { count: report.pages })}
      >
        {isReady ? (
          Array.from({ length: slices }, (_, index) => (
            <PageSlice
              key={`${report.id} ${language} ${edition} ${index * together}`}
              reportId={report.id}
              language={language}
              edition={edition}
              first={index * together + 1}
              total={report.pages}
            />
          ))
        ) : (
          <NotReady report={report} />
        )}
      </fieldset>
    </section>
  );
}
