import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import { type ImportRun, stationImports, undoImport } from '../../../contract/imports.ts';
import type { SiteStation } from '../../../contract/sites/sites.ts';
import { CommandButton } from '../../components/commands.tsx';
import { UndoImportDialog } from '../../components/form/UndoImportDialog.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { confirm } from '../../state/connection/confirm.ts';
import { notify } from '../../state/notices.ts';
import { useSiteChange } from './use-sites.ts';

/** Characters of a checksum that are shown; all of it is in the tip. */
const shownSum = 12;

/** Asks for the password, and takes the run back. */
function UndoDialog(props: { readonly run: ImportRun; readonly onClose: () => void }) {
  const { run, onClose } = props;
  const text = useText();
  const change = useSiteChange();
  return (
    <UndoImportDialog
      run={run}
      onClose={onClose}
      undo={(proof) =>
        change(async () => {
          const confirmation = await confirm({ undoImport: run.id }, proof);
          const undone = await request(undoImport, { params: { importId: run.id }, body: { confirmation } });
          notify('success', text('import.run.takenBack', { run: run.id, ...undone }));
        })
      }
    />
  );
}

/** Imports that brought readings to a station, newest first; each can be taken back as a whole. */
export function ImportsPanel({ station }: { readonly station: SiteStation }) {
  const text = useText();
  const format = useFormat();
  const [asked, setAsked] = useState<number | null>(null);
  const { data } = useQuery({
    queryKey: ['sites', 'imports', station.id],
    queryFn: ({ signal }) => request(stationImports, { params: { stationId: station.id }, signal }),
  });
  const runs = data?.runs ?? [];
  const open = runs.filter(({ undoneAt }) => undoneAt === null);
  useOffer(siteCommands.undoImport, ({ run }) => setAsked(run), {
    available: open.length === 0 ? 'sites.imports.none' : true,
    choices: () => open.map(({ id, file }) => ({ value: id, label: `${id} · ${file}` })),
  });
  if (runs.length === 0) return null;
  const stateOf = ({ undoneAt, undoneBy, endedAt, lines }: ImportRun) => {
    if (undoneAt !== null) {
      const time = format.time(undoneAt, station.timeZone, 'full');
      return text('import.run.state.undone', { time, who: undoneBy ?? '' });
    }
    if (undoneBy !== null) return text('sites.imports.undoing', { who: undoneBy });
    return endedAt === null ? text('sites.imports.open', { lines }) : text('import.run.state.done');
  };
  const chosen = runs.find(({ id }) => id === asked);
  const count = (value: number) => format.number(value, 0);
  return (
    <Panel title={text('sites.imports')}>
      <div className="sites__rows">
        <table className="plain">
          <thead>
            <tr>
              <th className="r">{text('sites.imports.run')}</th>
              <th>{text('sites.imports.file')}</th>
              <th>{text('sites.imports.who')}</th>
              <th className="r">{text('sites.imports.stored')}</th>
              <th className="r">{text('sites.imports.filled')}</th>
              <th className="r">{text('sites.imports.duplicates')}</th>
              <th className="r">{text('sites.imports.conflicts')}</th>
              <th className="r">{text('sites.imports.rejected')}</th>
              <th>{text('sites.imports.state')}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <td className="r num">{run.id}</td>
                <td>
                  {run.file}
                  <small className="dim num" title={run.checksum}>
                    {` ${run.checksum.slice(0, shownSum)}`}
                  </small>
                </td>
                <td>
                  {run.who}
                  <small className="dim num">{` ${format.time(run.startedAt, station.timeZone, 'full')}`}</small>
                </td>
                <td className="r num">{count(run.stored)}</td>
                <td className="r num">{count(run.filled)}</td>
                <td className="r num">{count(run.duplicates)}</td>
                <td className="r num">
                  {count(run.conflictCount)}
                  {run.conflictCount > 0 && <small className="dim">{` ${run.conflicts}`}</small>}
                </td>
                <td className="r num">{count(run.rejected)}</td>
                <td>
                  <div className="form__foot row wrap gap-8">
                    <span>{stateOf(run)}</span>
                    {run.undoneAt === null && (
                      <CommandButton
                        command={siteCommands.undoImport}
                        args={{ run: run.id }}
                        look="danger"
                        label={text('sites.imports.undo')}
                      />
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chosen !== undefined && <UndoDialog key={chosen.id} run={chosen} onClose={() => setAsked(null)} />}
    </Panel>
  );
}
