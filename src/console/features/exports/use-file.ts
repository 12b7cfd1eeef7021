import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countExport, type ExportFormat, exportProgress, writeExport } from '../../../contract/exports.ts';
import { useText } from '../../components/i18n.ts';
import { saveFile } from '../../components/save-file.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { request } from '../../state/connection/client.ts';
import { requestFile } from '../../state/connection/download.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import type { FileRows } from '../../state/overlays.ts';

const askedEvery = 500;

/** Counts the rows of a file that is asked for, writes it, and says how far it is. */
export function useFile(rows: FileRows, onSaved: () => void) {
  const text = useText();
  const { table } = rows;
  const query: Record<string, unknown> = { ...rows.query };
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const abort = useRef<AbortController | null>(null);
  const counted = useQuery({
    queryKey: ['exports', table, query],
    queryFn: ({ signal }) => request(countExport, { body: { table, query }, signal }),
    retry: false,
    gcTime: 0,
  });
  const progress = useQuery({
    queryKey: ['exports', 'progress'],
    queryFn: ({ signal }) => request(exportProgress, { signal }),
    enabled: isSaving,
    refetchInterval: askedEvery,
    gcTime: 0,
  });
  // Who leaves the dialog leaves the file.
  useEffect(() => () => abort.current?.abort(), []);

  const save = async (format: ExportFormat) => {
    const own = new AbortController();
    abort.current = own;
    setProblem(null);
    setSaving(true);
    try {
      const { name, content } = await requestFile(writeExport, {
        body: { table, query, format },
        signal: own.signal,
      });
      const called = name ?? `${table}.${format}`;
      saveFile(called, content);
      notify('success', text('exports.saved', { name: called, count: counted.data?.rows ?? 0 }));
      onSaved();
    } catch (error) {
      if (own.signal.aborted) notify('info', text('exports.stopped'));
      // A broken connection, not a refusal: whatever came is no whole file.
      else if (error instanceof ApiError && (error.status === 0 || error.status === 408))
        setProblem(text('exports.broken'));
      else setProblem(reasonOf(error, text));
    } finally {
      setSaving(false);
    }
  };
  return {
    count: counted.data?.rows ?? null,
    countProblem: counted.error === null ? null : reasonOf(counted.error, text),
    problem,
    isSaving,
    done: isSaving ? (progress.data?.running ?? null) : null,
    save,
    stop: () => abort.current?.abort(),
  };
}
