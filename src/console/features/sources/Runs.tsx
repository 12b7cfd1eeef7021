import { useState } from 'react';
import { sources as sourceCommands } from '../../../../commands/sources.ts';
import { type ImportRun, undoImport } from '../../../contract/imports.ts';
import { CommandButton } from '../../components/commands.tsx';
import { UndoImportDialog } from '../../components/form/UndoImportDialog.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { confirm } from '../../state/connection/confirm.ts';
import { notify } from '../../state/notices.ts';
import { sourcesKey } from '../../state/sites/sources.ts';
import { forgetStations } from '../../state/sites/stations.ts';
import type { Detail } from './SourceDetail.tsx';

/** Runs of a source, newest first: a stream's day, or a file; each can be taken back as a whole. And files of a folder. */
export function Runs({ detail }: { readonly detail: Detail }) {
  const { runs, files } = detail;
  const text = useText();
  const format = useFormat();
  const change = useChange(sourcesKey, text, forgetStations);
  const [asked, setAsked] = useState<ImportRun | null>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const open = runs.filter(({ undoneAt }) => undoneAt === null);
  useOffer(sourceCommands.undoRun, ({ run }) => setAsked(runs.find(({ id }) => id === run) ?? null), {
    available: open.length === 0 ? 'sites.imports.none' : true,
    choices: () => open.map(({ id, file }) => ({ value: id, label: `${id} · ${file}` })),
  });
  const stateText = ({ undoneAt, endedAt, lines }: ImportRun) =>
    undoneAt !== null
      ? text('dataSources.undone', { time: format.time(undoneAt, zone, 'dayTime') })
      : endedAt === null
        ? text('dataSources.running', { lines })
        : '';
  return (
    <section aria-label={text('dataSources.runs')}>
      <h3 className="sources__sub">
        {text('dataSources.runs')}
        <span className="dim">{text('dataSources.runsText')}</span>
      </h3>
      {runs.length === 0 ? (
        <p className="sources__none dim text-12">{text('dataSources.runsNone')}</p>
      ) : (
        <div className="sources__runs">
          <table className="plain text-12">
            <thead>
              <tr>
                <th>{text('dataSources.when')}</th>
                <th>{text('dataSources.what')}</th>
                <th className="r">{text('sites.imports.stored')}</th>
                <th className="r">{text('sites.imports.duplicates')}</th>
                <th className="r">{text('sites.imports.conflicts')}</th>
                <th className="r">{text('sites.imports.rejected')}</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.id}>
                  <td className="num">{format.time(run.startedAt, zone, 'dayTime')}</td>
                  <td>
                    {run.file} <small className="dim">{stateText(run)}</small>
                  </td>
                  <td className="r num">{format.number(run.stored + run.filled, 0)}</td>
                  <td className="r num">{format.number(run.duplicates, 0)}</td>
                  <td className="r num">{format.number(run.conflictCount, 0)}</td>
                  <td className="r num">{format.number(run.rejected, 0)}</td>
                  <td className="r">
                    {run.undoneAt === null && (
                      <CommandButton
                        command={sourceCommands.undoRun}
                        args={{ run: run.id }}
                        look="ghost"
                        icon="undo"
                        label={text('sites.imports.undo')}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {files.length > 0 && (
        <table className="plain text-12">
          <thead>
            <tr>
              <th>{text('dataSources.file')}</th>
              <th className="r">{text('dataSources.fileLines')}</th>
              <th>{text('dataSources.fileState')}</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ name, lines, at, problem }) => (
              <tr key={name}>
                <td>{name}</td>
                <td className="r num">{format.number(lines, 0)}</td>
                <td className={problem === null ? 'num' : 'sources__bad'}>
                  {problem ?? format.time(at, zone, 'full')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {asked !== null && (
        <UndoImportDialog
          run={asked}
          onClose={() => setAsked(null)}
          undo={(proof) =>
            change(async () => {
              const confirmation = await confirm({ undoImport: asked.id }, proof);
              const undone = await request(undoImport, {
                params: { importId: asked.id },
                body: { confirmation },
              });
              notify('success', text('import.run.takenBack', { run: asked.id, ...undone }));
            })
          }
        />
      )}
    </section>
  );
}
