import { useRef, useState } from 'react';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { DataOf } from '../../../contract/call.ts';
import { exportStations, importStations } from '../../../contract/sites/sites.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import type { FormRefusal } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { request, requestText } from '../../state/connection/client.ts';
import { SheetButtons } from './SheetButtons.tsx';
import { useSiteChange } from './use-sites.ts';

type Report = DataOf<typeof importStations>['rows'];
const results = ['added', 'changed', 'same', 'bad'] as const;
const mostShown = 200;

/** Saves a text as a file of the browser. */
function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Stations out of and into a CSV file: what an import would do is shown first, row by row. */
export function CsvPanel() {
  const text = useText();
  const change = useSiteChange();
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [done, setDone] = useState(false);
  const [refused, setRefused] = useState<FormRefusal | null>(null);

  const read = async (text: string, dryRun: boolean) => {
    setRefused(
      await change(async () => {
        const { rows } = await request(importStations, { body: { text, dryRun } });
        setReport(rows);
        setDone(!dryRun);
      }),
    );
  };
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const found = { name: chosen.name, text: await chosen.text() };
    setFile(found);
    setReport(null);
    await read(found.text, true);
  };
  const field = useRef<HTMLInputElement>(null);
  useOffer(siteCommands.exportCsv, async () =>
    setRefused(await change(async () => save('stations.csv', await requestText(exportStations, {})))),
  );
  useOffer(siteCommands.chooseCsv, () => field.current?.click());
  const count = (result: (typeof results)[number]) =>
    report?.filter((row) => row.result === result).length ?? 0;
  const reported = report?.filter((row) => row.result !== 'same') ?? [];
  const importable = file !== null && !done && count('added') + count('changed') > 0;
  useOffer(siteCommands.importCsv, () => (file === null ? undefined : read(file.text, false)), {
    available: importable ? true : 'sites.csv.nothing',
  });
  return (
    <section className="panel split__panel">
      <header className="panel__head">
        <h2>{text('sites.csv')}</h2>
      </header>
      <div className="split__inner form">
        <p className="dim">{text('sites.csv.text')}</p>
        <div className="form__foot row wrap gap-8">
          <CommandButton command={siteCommands.exportCsv} icon="download" label={text('sites.csv.export')} />
          <CommandButton command={siteCommands.chooseCsv} icon="upload" label={text('sites.csv.choose')} />
          <SheetButtons />
          <input
            ref={field}
            type="file"
            hidden
            accept=".csv,text/csv"
            aria-label={text('sites.csv.choose')}
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
        <FormProblem problem={refused?.sentence ?? null} />
        {report !== null && file !== null && (
          <>
            <p role="status">
              <b>{file.name}</b> {text(done ? 'sites.csv.done' : 'sites.csv.would')}{' '}
              {results.map((result) => `${text(`sites.csv.${result}`)} ${count(result)}`).join(' · ')}
            </p>
            {reported.length > 0 && (
              <div className="sites__rows">
                <table className="plain">
                  <thead>
                    <tr>
                      <th className="r">{text('sites.csv.line')}</th>
                      <th>{text('sites.station.code')}</th>
                      <th>{text('sites.csv.result')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {reported.slice(0, mostShown).map((row) => (
                      <tr key={row.line} className={row.result === 'bad' ? 'is-bad' : ''}>
                        <td className="r num">{row.line}</td>
                        <td>{row.code}</td>
                        <td>
                          {text(`sites.csv.${row.result}`)}
                          {row.messageId !== null && ` – ${text(row.messageId as MessageId, row.params)}`}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {importable && (
              <div className="form__foot row wrap gap-8">
                <CommandButton
                  command={siteCommands.importCsv}
                  look="primary"
                  label={text('sites.csv.import')}
                />
              </div>
            )}
          </>
        )}
      </div>
    </section>
  );
}
