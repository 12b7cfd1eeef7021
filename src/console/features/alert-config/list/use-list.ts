import { type ChangeEvent, useRef, useState } from 'react';
import { inclination } from '../../../../../commands/inclination.ts';
import { notify as notifyCommands } from '../../../../../commands/notify.ts';
import { savePolicy } from '../../../../contract/notify/notify.ts';
import {
  addListAddress,
  importListAddresses,
  removeListAddress,
} from '../../../../contract/notify/send-list.ts';
import { isFor } from '../../../../domain/notify/policy.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useOffer } from '../../../components/screen.ts';
import type { AlertForm } from '../../../state/alert-form.ts';
import { request } from '../../../state/connection/client.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { useNotifyChanged, useNotifySetup } from '../../../state/notify.ts';
import { preferences } from '../../../state/preferences.ts';
import type { ListProblem, ReadList } from './list-file.ts';

/** A workbook that was chosen: what it holds, or why it holds no list. */
export interface ChosenList {
  readonly name: string;
  readonly file: File;
  /** The sheet that is read, and all of them. */
  readonly sheet: string;
  readonly names: readonly string[];
  readonly read: ReadList | ListProblem;
}

const ranks = [1, 2, 3, 4] as const;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The send list of the form's project, and what can be done with it. */
export function useList({ projectId, companyId }: AlertForm, mayEdit: boolean) {
  const text = useText();
  const format = useFormat();
  const changed = useNotifyChanged();
  const { data: setup } = useNotifySetup();
  const file = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ChosenList | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const list = (setup?.list ?? []).filter((one) => one.projectId === projectId);
  const language = preferences.language;
  /** Levels at which the list is notified by no policy. */
  const untold =
    setup === undefined
      ? []
      : ranks.filter(
          (rank) =>
            !setup.policies.some(
              ({ companyId: own, body }) =>
                own === companyId &&
                isFor(body, projectId, rank) &&
                body.steps.some(({ to }) => to.some(({ type }) => type === 'list')),
            ),
        );
  const act = async (what: () => Promise<string | null>) => {
    try {
      const said = await what();
      setRefused(null);
      if (said !== null) notify('success', said);
    } catch (error) {
      setRefused(reasonOf(error, text));
    }
    await changed();
  };
  const readable = typeof chosen?.read === 'object' ? chosen.read : null;
  useOffer(
    inclination.addAddress,
    () =>
      act(async () => {
        const address = typed.normalize('NFKC').trim();
        await request(addListAddress, { body: { projectId, address, name: '', language } });
        setTyped('');
        return null;
      }),
    { available: mayEdit && (typed.trim() === '' ? 'alertForm.list.type' : true) },
  );
  useOffer(
    notifyCommands.removeAddress,
    ({ id }) =>
      act(async () => {
        await request(removeListAddress, { params: { id } });
        return text('notify.removed');
      }),
    { available: mayEdit },
  );
  useOffer(
    inclination.tellList,
    () =>
      act(async () => {
        const steps = [{ after: 0, to: [{ type: 'list' as const }], by: [] }];
        const hours = { blue: null, yellow: null };
        const body = { enabled: true, projects: [projectId], ranks: [...untold], steps, repeat: null, hours };
        const name = text('alertForm.list.policy').slice(0, 80);
        await request(savePolicy, { body: { id: null, companyId, revision: 0, name, body } });
        return text('alertForm.list.reaches');
      }),
    { available: mayEdit && untold.length > 0 },
  );
  useOffer(inclination.template, async () => {
    const { sheetType, writeSheet } = await import('../../../components/sheets/write-sheet.ts');
    const heads = [[text('notify.mailAddress'), text('notify.addressName'), text('header.language')]];
    const rows = list.map((one) => [one.address, one.name, text(`language.${one.language}`)]);
    const book = writeSheet({ name: 'addresses', heads, rows, widths: [36, 24, 14] });
    saveFile(`${text('alertForm.list.file')}.xlsx`, new Blob([book], { type: sheetType }));
  });
  useOffer(inclination.importList, () => file.current?.click(), { available: mayEdit });
  useOffer(
    inclination.takeList,
    () =>
      act(async () => {
        const addresses = (readable?.rows ?? []).map((row) => ({ ...row }));
        const {
          added,
          changed: others,
          same,
        } = await request(importListAddresses, {
          body: { projectId, addresses },
        });
        const left = readable?.wrong.length ?? 0;
        setLast(
          text('alertForm.list.last', {
            time: format.time(Date.now(), zone, 'time'),
            added,
            others,
            same,
            left,
          }),
        );
        setChosen(null);
        return text('alertForm.list.taken', { count: added + others });
      }),
    { available: mayEdit && (readable?.rows.length ?? 0) > 0 },
  );
  const readFile = async (given: File, wanted: string | null) => {
    const { readList } = await import('./list-file.ts');
    const { name: sheet, read, names } = await readList(given, language, wanted);
    setChosen({ name: given.name, file: given, sheet, names, read });
  };
  const chooseSheet = (wanted: string) => {
    if (chosen !== null) void readFile(chosen.file, wanted);
  };
  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [own] = event.target.files ?? [];
    event.target.value = '';
    if (own !== undefined) await readFile(own, null);
  };
  const forgive = () => setRefused(null);
  return {
    list,
    untold,
    file,
    onFile,
    chooseSheet,
    typed,
    setTyped,
    refused,
    forgive,
    chosen,
    setChosen,
    last,
    isKnown: setup !== undefined,
  };
}
