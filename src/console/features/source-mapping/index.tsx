import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { sources as sourceCommands } from '../../../../commands/sources.ts';
import type { Mapping } from '../../../contract/mapping.ts';
import { pageAt } from '../../../contract/pages.ts';
import { sites } from '../../../contract/sites/sites.ts';
import { addSourceFile } from '../../../contract/sources.ts';
import { loadChunk } from '../../components/chunks.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import type { FormRefusal } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import type { SheetProblem } from '../../components/sheets/read-sheet.ts';
import { SheetChoice } from '../../components/sheets/SheetChoice.tsx';
import type { BookAsCsv } from '../../components/sheets/sheet-csv.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type SourceSample, sourcesKey, useSource } from '../../state/sites/sources.ts';
import { Editor } from './Editor.tsx';
import type { DryRun } from './MappingForm.tsx';
import '../../components/form/form.css';
import './source-mapping.css';

/** A workbook goes as the text file that one of its sheets is, cut as the mapping that the source has cuts it. */
async function asLoggerFile(
  file: File,
  separator: Mapping['separator'],
  wanted: string | null,
): Promise<BookAsCsv | SheetProblem> {
  if (!/\.xls[xm]$/i.test(file.name)) return { csv: file, sheet: '', names: [] };
  const { workbookAsCsv } = await loadChunk(() => import('../../components/sheets/sheet-csv.ts'));
  return workbookAsCsv(file, separator, wanted);
}

/** The mapping of a source, made on a real sample: its last message, or a file of a logger. */
export default function SourceMappingPage() {
  const text = useText();
  const [path] = useLocation();
  const sourceId = Number(pageAt(path)?.parameters['source'] ?? 0);
  const change = useChange(sourcesKey, text);
  const { data, error, refetch } = useSource(sourceId);
  const tree = useQuery({ queryKey: ['sites'], queryFn: ({ signal }) => request(sites, { signal }) });
  const [file, setFile] = useState<{
    readonly file: string;
    readonly name: string;
    readonly bytes: number;
  } | null>(null);
  // It outlives the form, which begins anew with each version that is saved.
  const [dry, setDry] = useState<DryRun | null>(null);
  /** The workbook that it came from. */
  const [book, setBook] = useState<{
    readonly of: File;
    readonly sheet: string;
    readonly names: readonly string[];
  } | null>(null);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useOffer(sourceCommands.chooseFile, () => field.current?.click(), {
    available: busy ? 'sourceMapping.busy' : true,
  });
  const upload = async (chosen: File | undefined, wanted: string | null = null) => {
    if (chosen === undefined) return;
    setBusy(true);
    const sent = await asLoggerFile(chosen, data?.versions[0]?.mapping.separator, wanted);
    setBook(typeof sent === 'string' ? null : { of: chosen, sheet: sent.sheet, names: sent.names });
    setRefused(
      typeof sent === 'string'
        ? { sentence: text(`sheets.problem.${sent}`), field: null }
        : await change(async () =>
            setFile(await request(addSourceFile, { params: { sourceId }, file: sent.csv })),
          ),
    );
    setBusy(false);
  };
  if (error !== null && data === undefined)
    return (
      <FailedState
        title={text('dataSources.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined || tree.data === undefined) return <LoadingRows rows={14} />;
  const { source, messages, versions } = data;
  const last = messages[0];
  const sample: SourceSample | null =
    file !== null ? { file: file.file } : last === undefined ? null : { message: last.id };
  const stations = tree.data.stations.filter(
    ({ projectId, retiredAt, rtu }) => projectId === source.projectId && retiredAt === null && rtu !== null,
  );
  return (
    <section
      className="panel mapping column clips"
      aria-label={text('page.sourceMapping')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void upload(event.dataTransfer.files[0]);
      }}
    >
      <header className="mapping__head row wrap gap-8">
        <h2>{text('sourceMapping.title')}</h2>
        <b className="strong">{source.name}</b>
        <span className="sources-version">
          {text('sourceMapping.draft', { version: (source.version ?? 0) + 1 })}
        </span>
        <span className="dim text-12">{text(`dataSources.way.${source.way}`)}</span>
        <span className="grow" />
        {file !== null && <span className="num text-12">{file.name}</span>}
        {book !== null && (
          <SheetChoice
            name={book.sheet}
            names={book.names}
            onChoose={(sheet) => void upload(book.of, sheet)}
          />
        )}
        <CommandButton
          command={sourceCommands.chooseFile}
          icon="upload"
          label={text(busy ? 'sourceMapping.uploading' : 'sourceMapping.other')}
        />
        <input
          ref={field}
          type="file"
          hidden
          aria-label={text('sourceMapping.other')}
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </header>
      <FormProblem problem={refused?.sentence ?? null} />
      {sample === null ? (
        <EmptyState
          icon="upload"
          title={text('sourceMapping.noSample')}
          actions={
            <CommandButton
              command={sourceCommands.chooseFile}
              look="primary"
              icon="upload"
              label={text('sourceMapping.choose')}
            />
          }
        >
          {text('sourceMapping.noSampleText')}
        </EmptyState>
      ) : (
        <Editor
          key={`${JSON.stringify(file?.file ?? 'message')} ${source.version ?? 0}`}
          source={source}
          sample={sample}
          saved={versions[0] ?? null}
          stations={stations}
          dry={dry}
          onDry={setDry}
        />
      )}
    </section>
  );
}
