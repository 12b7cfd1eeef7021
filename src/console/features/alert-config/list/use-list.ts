import { useState } from 'react';
import { inclination } from '../../../../../commands/inclination.ts';
import { notify as notifyCommands } from '../../../../../commands/notify.ts';
import { savePolicy } from '../../../../contract/notify/notify.ts';
import {
  addListAddress,
  importListAddresses,
  removeListAddress,
} from '../../../../contract/notify/send-list.ts';
import { isFor } from '../../../../domain/notify/policy.ts';
import { loadChunk } from '../../../components/chunks.ts';
import { type Text, useFormat, useText } from '../../../components/i18n.ts';
import { saveFile } from '../../../components/save-file.ts';
import { useOffer } from '../../../components/screen.ts';
import type { AlertForm } from '../../../state/alert-form.ts';
import { request } from '../../../state/connection/client.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { useNotifyChanged, useNotifySetup } from '../../../state/notify.ts';
import { preferences } from '../../../state/preferences.ts';
import { useChosenList } from './use-chosen-list.ts';

const ranks = [1, 2, 3, 4] as const;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Setup = NonNullable<ReturnType<typeof useNotifySetup>['data']>;

/** Levels at which the list of a project is notified by no policy. */
const untoldRanks = (
  policies: Setup['policies'],
  { companyId, projectId }: Pick<AlertForm, 'companyId' | 'projectId'>,
) =>
  ranks.filter(
    (rank) =>
      !policies.some(
        ({ companyId: own, body }) =>
          own === companyId &&
          isFor(body, projectId, rank) &&
          body.steps.some(({ to }) => to.some(({ type }) => type === 'list')),
      ),
  );

/** A policy that notifies the list of a project at once. */
const policyOfList = (projectId: number, notified: readonly (typeof ranks)[number][]) => ({
  ...{ enabled: true, projects: [projectId], ranks: [...notified], repeat: null },
  steps: [{ after: 0, to: [{ type: 'list' as const }], by: [] }],
  hours: { blue: null, yellow: null },
});

/** Saves a list as a workbook, which is also the template of an import. */
async function saveList(list: Setup['list'], text: Text) {
  const { sheetType, writeSheet } = await loadChunk(
    () => import('../../../components/sheets/write-sheet.ts'),
  );
  const heads = [[text('notify.mailAddress'), text('notify.addressName'), text('header.language')]];
  const rows = list.map((one) => [one.address, one.name, text(`language.${one.language}`)]);
  const book = writeSheet({ name: 'addresses', heads, rows, widths: [36, 24, 14] });
  saveFile(`${text('alertForm.list.file')}.xlsx`, new Blob([book], { type: sheetType }));
}

/** The send list of the form's project, and what can be done with it. */
export function useList({ projectId, companyId }: AlertForm, mayEdit: boolean) {
  const text = useText();
  const format = useFormat();
  const changed = useNotifyChanged();
  const { data: setup } = useNotifySetup();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const { file, onFile, chooseSheet, chosen, setChosen } = useChosenList();
  const [last, setLast] = useState<string | null>(null);
  const list = (setup?.list ?? []).filter((one) => one.projectId === projectId);
  const language = preferences.language;
  const untold = setup === undefined ? [] : untoldRanks(setup.policies, { companyId, projectId });
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
        const name = text('alertForm.list.policy').slice(0, 80);
        await request(savePolicy, {
          body: { id: null, companyId, revision: 0, name, body: policyOfList(projectId, untold) },
        });
        return text('alertForm.list.reaches');
      }),
    { available: mayEdit && untold.length > 0 },
  );
  useOffer(inclination.template, () => saveList(list, text));
  useOffer(inclination.importList, () => file.current?.click(), { available: mayEdit });
  useOffer(
    inclination.takeList,
    () =>
      act(async () => {
        const addresses = (readable?.rows ?? []).map((row) => ({ ...row }));
        const done = await request(importListAddresses, { body: { projectId, addresses } });
        const left = readable?.wrong.length ?? 0;
        setLast(
          text('alertForm.list.last', {
            time: format.time(Date.now(), zone, 'time'),
            ...{ added: done.added, others: done.changed, same: done.same, left },
          }),
        );
        setChosen(null);
        return text('alertForm.list.taken', { count: done.added + done.changed });
      }),
    { available: mayEdit && (readable?.rows.length ?? 0) > 0 },
  );
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
