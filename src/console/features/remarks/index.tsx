import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { remarks as remarkCommands } from '../../../../commands/remarks.ts';
import { table } from '../../../../commands/table.ts';
import { callOf } from '../../../command/command.ts';
import type { Remark } from '../../../contract/sites/remarks.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { FormProblem } from '../../components/form/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { refusal } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { askFile } from '../../state/overlays.ts';
import { useRemarks } from '../../state/sites/remarks.ts';
import { type RemarkDraft, toField } from './draft.ts';
import { RemarkForm } from './RemarkForm.tsx';
import { RemarkTable } from './RemarkTable.tsx';
import { StationFiles } from './StationFiles.tsx';
import { useRemarkActions } from './use-remark-actions.ts';
import '../../components/form/form.css';
import './remarks.css';

const shortest = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
const permission = 'station:remark:edit';

/** Remark info: what people saw and did at the station. One's own can be changed. */
export default function RemarksTab({ station }: { readonly station: StationDetail }) {
  const { id: stationId, timeZone: zone } = station.summary;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useRemarks(stationId);
  const actions = useRemarkActions(stationId);
  const [fresh, setFresh] = useState<RemarkDraft>(() => ({ text: '', at: toField(Date.now(), zone) }));
  const [editing, setEditing] = useState<{ id: number; draft: RemarkDraft } | null>(null);
  const [asked, setAsked] = useState<Remark | null>(null);
  /** Files of the form that runs the command: they are no words, which a command could carry. */
  const given = useRef<{ readonly ids: number[]; readonly sent: () => void } | null>(null);
  const takeGiven = () => {
    const files = given.current;
    given.current = null;
    return files;
  };
  const chosen = query.get('remark');
  const remarks = data?.remarks ?? [];
  const find = (id: number) => remarks.find((remark) => remark.id === id);
  const choices = (fits: (remark: Remark) => boolean) => () =>
    remarks.filter(fits).map(({ id, at, text: said }) => ({
      value: id,
      label: `${format.time(at, zone, 'dayTime')} ${shortest(said)}`,
    }));

  useOffer(
    remarkCommands.add,
    async ({ text: said, at = Date.now() }) => {
      const files = takeGiven();
      if (await actions.add({ text: said, at }, files?.ids ?? [])) {
        files?.sent();
        setFresh({ text: '', at: toField(Date.now(), zone) });
      } else setFresh({ text: said, at: toField(at, zone) });
    },
    { available: data !== undefined },
  );
  useOffer(
    remarkCommands.edit,
    async ({ remark: id, text: said, at }) => {
      const files = takeGiven();
      const remark = find(id);
      if (remark === undefined) return;
      const draft = { text: said ?? remark.text, at: toField(at ?? remark.at, zone) };
      if (said === undefined && at === undefined) {
        actions.forget();
        setEditing(editing?.id === id ? null : { id, draft });
      } else if (await actions.edit(remark, { text: said ?? remark.text, at: at ?? remark.at }, files?.ids)) {
        files?.sent();
        setEditing(null);
      } else setEditing({ id, draft });
    },
    {
      available: remarks.some(({ canEdit }) => canEdit) ? true : 'remarks.noneOwn',
      choices: choices(({ canEdit }) => canEdit),
    },
  );
  useOffer(remarkCommands.delete, ({ remark }) => setAsked(find(remark) ?? null), {
    available: remarks.some(({ canDelete }) => canDelete) ? true : 'remarks.noneOwn',
    choices: choices(({ canDelete }) => canDelete),
  });
  useOffer(remarkCommands.restore, ({ remark }) => void actions.restore(remark));
  useOffer(
    remarkCommands.choose,
    ({ remark }) => {
      const next = new URLSearchParams(query);
      if (chosen === String(remark)) next.delete('remark');
      else next.set('remark', String(remark));
      setQuery(next, { replace: true });
    },
    { available: remarks.length > 0 ? true : 'remarks.empty.title', choices: choices(() => true) },
  );

  useOffer(table.export, () => askFile({ table: 'remarks', query: { stationId } }), {
    available: remarks.length > 0 ? true : 'remarks.empty.title',
  });

  if (error !== null && data === undefined) {
    if (error instanceof ApiError && error.status === 403)
      return <NoPermission permission="station:data:view" />;
    return (
      <FailedState
        title={text('remarks.failed')}
        reason={refusal(error, text).sentence}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <LoadingRows rows={8} />;
  const remove = async (remark: Remark) => {
    if (!(await actions.remove(remark))) return;
    const undo = callOf(remarkCommands.restore, { remark: remark.id });
    notify('success', text('remarks.deleted', { text: shortest(remark.text) }), null, null, undo);
  };
  const removal = remarks.find(({ id }) => id !== editing?.id && actions.refusedOf(id) !== null);
  const formOf = (remark: Remark) =>
    editing?.id !== remark.id ? null : (
      <RemarkForm
        label={text('remarks.edit')}
        stationId={stationId}
        remark={remark}
        draft={editing.draft}
        zone={zone}
        busy={actions.busy}
        refused={actions.refusedOf(remark.id)}
        send={text('sites.save')}
        focused
        onChange={(draft) => setEditing({ id: remark.id, draft })}
        onSend={(said, at, ids, sent) => {
          given.current = { ids, sent };
          // A moment shows minutes alone: one that was not touched keeps its seconds.
          const kept = editing.draft.at === toField(remark.at, zone) ? remark.at : at;
          commands.run(remarkCommands.edit, { remark: remark.id, text: said, at: kept }, 'button');
        }}
      >
        <CommandButton
          command={remarkCommands.edit}
          args={{ remark: remark.id }}
          label={text('action.cancel')}
        />
      </RemarkForm>
    );
  return (
    <div className="remarks">
      <section className="panel remarks__panel">
        <header className="panel__head">
          <h2>{text('station.tab.remarks')}</h2>
          <span className="dim num text-12" role="status">
            {text('remarks.count', { count: remarks.length })}
          </span>
          <span className="grow" />
          <CommandButton command={table.export} icon="download" iconOnly look="ghost" />
        </header>
        <Permit needs={permission}>
          <RemarkForm
            label={text('remarks.new')}
            stationId={stationId}
            remark={null}
            draft={fresh}
            zone={zone}
            busy={actions.busy}
            refused={actions.refusedOf(null)}
            send={text('remarks.add')}
            onChange={setFresh}
            onSend={(said, at, ids, sent) => {
              given.current = { ids, sent };
              commands.run(remarkCommands.add, { text: said, at }, 'button');
            }}
          />
        </Permit>
        <FormProblem
          problem={removal === undefined ? null : (actions.refusedOf(removal.id)?.sentence ?? null)}
        />
        {remarks.length === 0 ? (
          <EmptyState icon="message" title={text('remarks.empty.title')}>
            {text('remarks.empty.text')}
          </EmptyState>
        ) : (
          <RemarkTable stationId={stationId} remarks={remarks} zone={zone} chosen={chosen} formOf={formOf} />
        )}
      </section>
      <StationFiles stationId={stationId} zone={zone} />
      {asked !== null && (
        <Confirm
          question={text('remarks.deleteAsk', { text: shortest(asked.text) })}
          confirm={text('remarks.delete')}
          onAnswer={(yes) => {
            setAsked(null);
            if (yes) void remove(asked);
          }}
        />
      )}
    </div>
  );
}
