/** The form of a sensor's inclination alert, and edits of it that were not saved: kept while the console is open. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Level } from '../../base/alarm-words.ts';
import * as contract from '../../contract/alarms/inclination.ts';
import type { BodyOf } from '../../contract/call.ts';
import { addressOf } from '../../contract/pages.ts';
import type { InclinationAxis, InclinationLevel } from '../../domain/alarms/inclination.ts';
import { request } from './connection/client.ts';
import { onEvent } from './connection/live.ts';
import { preferences } from './preferences.ts';
import { keepUnsaved } from './tabs.ts';

export type { AlertForm } from '../../contract/alarms/inclination.ts';

const formKey = 'alertForm';
/** While it is shown the newest reading is asked for so often, ms. */
const often = 30_000;
/** How long a text stands before its mail is asked for, ms. */
const stands = 300;

/** The form of a sensor; null = none is asked for. Fetched anew when rules are saved. */
export function useAlertForm(sensorId: number | null) {
  const client = useQueryClient();
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'alarmRules') void client.invalidateQueries({ queryKey: [formKey, 'form'] });
      }),
    [client],
  );
  return useQuery({
    enabled: sensorId !== null,
    queryKey: [formKey, 'form', sensorId],
    queryFn: ({ signal }) => request(contract.alertForm, { params: { sensorId: sensorId ?? 0 }, signal }),
    staleTime: 0,
    refetchInterval: often,
  });
}

/** Saves a form, and shows it as it stands then. @throws ApiError */
export function useSaveAlertForm() {
  const client = useQueryClient();
  return async (sensorId: number, body: BodyOf<typeof contract.saveAlertForm>) => {
    const saved = await request(contract.saveAlertForm, { params: { sensorId }, body });
    client.setQueryData([formKey, 'form', sensorId], saved);
  };
}

/** What the mail of a level would say, once it has stood for 300 ms; until then, what it said before. In the language of the console. */
export function useAlertPreview(sensorId: number, level: InclinationLevel | null) {
  const { language } = useSnapshot(preferences);
  const wanted = level === null ? null : JSON.stringify(level);
  const [stood, setStood] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setStood(wanted), stands);
    return () => clearTimeout(timer);
  }, [wanted]);
  return useQuery({
    enabled: stood !== null,
    queryKey: [formKey, 'preview', sensorId, stood, language],
    queryFn: ({ signal }) =>
      request(contract.previewAlert, {
        params: { sensorId },
        body: { alertLevel: JSON.parse(stood ?? '') as InclinationLevel },
        signal,
      }),
    placeholderData: (before) => before,
    refetchInterval: often,
  });
}

/** Numbers as they are typed. */
export type LevelTexts = Readonly<Record<Exclude<keyof InclinationLevel, 'level'>, string>>;
export interface AlertDraft {
  /** The version that it was begun on; 0 = there was none. */
  readonly version: number;
  readonly levels: Readonly<Partial<Record<Level, LevelTexts>>>;
  readonly initial: Readonly<Record<InclinationAxis, string>>;
}

const drafts = proxy<{ of: Readonly<Record<number, AlertDraft>> }>({ of: {} });

function keep(of: Readonly<Record<number, AlertDraft>>): void {
  drafts.of = ref(of);
  const pages = Object.keys(of).length === 0 ? [] : [[addressOf('alertConfig'), () => keep({})] as const];
  keepUnsaved(formKey, new Map(pages));
}

/** Keeps an edit of a sensor's form; null = it is given up. */
export function setAlertDraft(sensorId: number, draft: AlertDraft | null): void {
  const { [sensorId]: _, ...others } = drafts.of;
  keep(draft === null ? others : { ...others, [sensorId]: draft });
}

/** The edit of a sensor's form; null = none. */
export function useAlertDraft(sensorId: number): AlertDraft | null {
  // At once: a box that is drawn a turn later loses its cursor's place.
  const { of } = useSnapshot(drafts, { sync: true });
  return (of as Readonly<Record<number, AlertDraft>>)[sensorId] ?? null;
}
