import { useState } from 'react';
import { notify as commands } from '../../../../commands/notify.ts';
import { rehearsePolicy, sendAgain, testChannel } from '../../../contract/notify/messages.ts';
import * as contract from '../../../contract/notify/notify.ts';
import { resumeOutlet, testOutlet } from '../../../contract/notify/outlets.ts';
import { removeListAddress } from '../../../contract/notify/send-list.ts';
import { useCommands } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/connection/client.ts';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { type NotifySetup, useNotifyChanged, useNotifySetup } from '../../state/notify.ts';
import { useStations } from '../../state/sites/stations.ts';
import { Calendar } from './Calendar.tsx';
import { Channels } from './Channels.tsx';
import { nextGaps, uncovered } from './calendar.ts';
import { Dialogs, type Opened } from './Dialogs.tsx';
import { Ladder, QuietHours } from './Ladder.tsx';
import { Log } from './Log.tsx';
import { Outlets } from './Outlets.tsx';
import { People } from './People.tsx';
import { SendList } from './SendList.tsx';
import { useNotifyWords } from './use-notify-words.ts';
import '../../components/form/form.css';
import './notify.css';
import './outlets.css';

const restoreCalls = {
  policy: contract.restorePolicy,
  rota: contract.restoreRota,
  hook: contract.restoreHook,
  contact: contract.restoreContact,
  browser: contract.restoreBrowser,
} as const;

/** What is done at once, and said in a notice. */
function useActs() {
  const text = useText();
  const changed = useNotifyChanged();
  const act = async (what: () => Promise<string>) => {
    try {
      notify('success', await what());
    } catch (error) {
      notify('error', reasonOf(error, text));
    }
    await changed();
  };
  useOffer(commands.test, ({ channel }) =>
    act(async () => {
      await request(testChannel, { body: { channel } });
      return text('notify.testSent');
    }),
  );
  useOffer(commands.restore, ({ part, id }) =>
    act(async () => {
      const call = Object.entries(restoreCalls).find(([name]) => name === part)?.[1];
      if (call !== undefined) await request(call, { params: { id } });
      return text('undo.done');
    }),
  );
  useOffer(commands.rehearse, ({ id }) =>
    act(async () => {
      const { messages } = await request(rehearsePolicy, { params: { id } });
      return text('notify.rehearsed', { count: messages });
    }),
  );
  useOffer(commands.again, ({ id }) =>
    act(async () => {
      await request(sendAgain, { params: { id } });
      return text('notify.sentAgain');
    }),
  );
  useOffer(commands.testOutlet, ({ id }) =>
    act(async () => {
      await request(testOutlet, { params: { id } });
      return text('notify.testSent');
    }),
  );
  useOffer(commands.resumeOutlet, ({ id, begin }) =>
    act(async () => {
      await request(resumeOutlet, { params: { id }, body: { begin } });
      return text('outlets.resumed');
    }),
  );
  useOffer(commands.removeAddress, ({ id }) =>
    act(async () => {
      await request(removeListAddress, { params: { id } });
      return text('notify.removed');
    }),
  );
}

function Screen({ setup }: { readonly setup: NotifySetup }) {
  const text = useText();
  const now = useNow(30_000);
  const mayEdit = usePermitted()('alarm:notify:edit');
  const { data: sites } = useStations();
  const [company, setCompany] = useState<number | null>(null);
  const [rotaId, setRotaId] = useState<number | null>(null);
  const [policyId, setPolicyId] = useState<number | null>(null);
  const [week, setWeek] = useState(0);
  const [opened, setOpened] = useState<Opened | null>(null);
  const companies = [...new Map((sites?.projects ?? []).map((one) => [one.companyId, one.companyName]))];
  const companyId = company ?? companies[0]?.[0] ?? 0;
  const words = useNotifyWords(setup, companyId);
  const own = <T extends { readonly companyId: number }>(list: readonly T[]) =>
    list.filter((one) => one.companyId === companyId);
  const projects = own(sites?.projects ?? []);
  const [rotas, policies, hooks] = [own(setup.rotas), own(setup.policies), own(setup.hooks)];
  const rota = rotas.find(({ id }) => id === rotaId) ?? rotas[0] ?? null;
  const policy = policies.find(({ id }) => id === policyId) ?? policies[0] ?? null;
  const gaps = rota === null ? [] : nextGaps(rota.body, now);
  const projectName = (id: number) => sites?.projects.find((one) => one.id === id)?.name ?? `#${id}`;
  const missing = uncovered(
    policies,
    projects.map(({ id }) => id),
  );
  const isOwn = (channel: string) =>
    !channel.startsWith('hook:') || hooks.some(({ id }) => channel === `hook:${id}`);
  const edits = { available: mayEdit };
  useActs();
  const { run } = useCommands();
  useOffer(commands.company, (args) => setCompany(args.companyId), { available: companies.length > 1 });
  useOffer(commands.week, (args) =>
    setWeek(args.week === 'this' ? 0 : week + (args.week === 'next' ? 1 : -1)),
  );
  useOffer(commands.contacts, () => setOpened({ type: 'contacts' }));
  useOffer(commands.would, () => setOpened({ type: 'would' }), { available: projects.length > 0 });
  useOffer(commands.addAddress, () => setOpened({ type: 'address' }), edits);
  useOffer(commands.editRota, ({ id }) => setOpened({ type: 'rota', id }), edits);
  useOffer(commands.editPolicy, ({ id }) => setOpened({ type: 'policy', id }), edits);
  useOffer(commands.editHook, ({ id }) => setOpened({ type: 'hook', id }), edits);
  useOffer(commands.editOutlet, ({ id }) => setOpened({ type: 'outlet', id }), edits);
  useOffer(commands.outletLog, ({ id }) => setOpened({ type: 'outletLog', id }));
  useOffer(
    commands.handOver,
    () => {
      if (rota !== null) setOpened({ type: 'handOver', rota });
    },
    { available: mayEdit && rota !== null },
  );
  useOffer(
    commands.fillGap,
    () => {
      const [gap] = gaps;
      if (rota !== null && gap !== undefined) setOpened({ type: 'gap', rota, gap });
    },
    { available: mayEdit && gaps.length > 0 },
  );
  return (
    <div className="notified touch">
      <div className="notified__column">
        {companies.length > 1 && (
          <Select
            label={text('sites.company')}
            value={String(companyId)}
            options={companies.map(([id, name]) => ({ value: String(id), label: name }))}
            onChange={(id) => run(commands.company, { companyId: Number(id) }, 'button')}
            className="notified__company"
          />
        )}
        <People people={setup.people} rotas={rotas} now={now} />
        <Channels
          channels={setup.channels.filter(({ channel }) => isOwn(channel))}
          hooks={hooks}
          words={words}
          mayEdit={mayEdit}
        />
        <SendList
          list={setup.list.filter(({ projectId }) => projects.some(({ id }) => id === projectId))}
          projectName={projectName}
          mayEdit={mayEdit}
        />
      </div>
      <div className="notified__column">
        <Calendar
          rotas={rotas}
          rota={rota}
          onRota={setRotaId}
          week={week}
          gaps={gaps}
          now={now}
          words={words}
          mayEdit={mayEdit}
        />
        <Ladder
          policies={policies}
          policy={policy}
          onPolicy={setPolicyId}
          missing={missing}
          projectName={projectName}
          words={words}
          mayEdit={mayEdit}
        />
      </div>
      <div className="notified__column">
        <QuietHours policy={policy} words={words} />
        <Outlets companyId={companyId} words={words} mayEdit={mayEdit} />
        <Log words={words} mayEdit={mayEdit} />
      </div>
      {opened !== null && (
        <Dialogs
          opened={opened}
          setup={setup}
          companyId={companyId}
          projects={projects}
          words={words}
          now={now}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

/** Who is notified of alarms: people, channels, duty, escalation, and what became of messages. */
export default function NotifyPage() {
  const text = useText();
  const { data, error, refetch } = useNotifySetup();
  if (data !== undefined) return <Screen setup={data} />;
  return error === null ? (
    <LoadingRows rows={10} />
  ) : (
    <FailedState
      title={text('notify.failed')}
      reason={reasonOf(error, text)}
      onRetry={() => void refetch()}
    />
  );
}
