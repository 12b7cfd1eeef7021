import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { navigation } from '../../../../commands/navigation/index.ts';
import { standards as commandsOf } from '../../../../commands/standards.ts';
import { callOf } from '../../../command/command.ts';
import { addressOf, pageAt } from '../../../contract/pages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import {
  assignStandard,
  repairStandard,
  type Standard,
  type StandardScope,
  standardsKey,
  useWatchedStandards,
} from '../../state/devices/standards.ts';
import { notify } from '../../state/notices.ts';
import { Detail } from './Detail.tsx';
import { ScopeDialog } from './ScopeDialog.tsx';
import { useStandardWords } from './words.ts';
import './standards.css';

/** What may be done with the open standard set, offered to keys, palette and buttons. */
function useActs(list: readonly Standard[], chosen: Standard | null, navigate: (to: string) => void) {
  const { text } = useStandardWords();
  const change = useChange(standardsKey, text);
  const [isAsking, setAsking] = useState(false);
  /** What each was assigned to before it was changed here. */
  const before = useRef(new Map<number, StandardScope | null>());
  const assign = async (standard: Standard, scope: StandardScope | null) => {
    before.current.set(standard.id, standard.watch?.scope ?? null);
    const refused = await change(() => assignStandard(standard, scope));
    const undo = callOf(commandsOf.reassign, { standardId: standard.id });
    const { name } = standard;
    if (refused === null)
      notify(
        'success',
        text(scope === null ? 'standards.unassigned' : 'standards.assigned', { name }),
        null,
        null,
        undo,
      );
    return refused;
  };
  const available = chosen !== null || 'standards.noneChosen';
  const watched = chosen === null ? 'standards.noneChosen' : chosen.watch !== null || 'standards.noWatch';
  useOffer(commandsOf.assign, () => setAsking(true), { available });
  useOffer(
    commandsOf.unassign,
    async () => {
      if (chosen === null) return;
      const refused = await assign(chosen, null);
      if (refused !== null) notify('error', refused.sentence);
    },
    { available: watched },
  );
  useOffer(commandsOf.reassign, async ({ standardId }) => {
    const standard = list.find(({ id }) => id === standardId);
    if (standard === undefined) return;
    const refused = await change(() => assignStandard(standard, before.current.get(standardId) ?? null));
    notify(refused === null ? 'success' : 'error', refused === null ? text('undo.done') : refused.sentence);
  });
  useOffer(
    commandsOf.repair,
    async () => {
      if (chosen === null) return;
      const refused = await change(async () => {
        const { planId, devices, leftOut } = await repairStandard(chosen.id);
        const said = text('standards.repaired', { devices });
        notify(
          'success',
          leftOut === 0 ? said : `${said} · ${text('standards.leftOut', { count: leftOut })}`,
        );
        navigate(addressOf('plan', { plan: planId }));
      });
      if (refused !== null) notify('error', refused.sentence);
    },
    { available: watched === true ? (chosen?.watch?.drifting ?? 0) > 0 || 'standards.noDrift' : watched },
  );
  return {
    dialog: isAsking && chosen !== null && (
      <ScopeDialog
        standard={chosen}
        onAssign={(scope) => assign(chosen, scope)}
        onClose={() => setAsking(false)}
      />
    ),
  };
}

/** Standard sets: what each is assigned to, and how far its devices drift. Which one is open is in the address. */
export default function StandardsPage() {
  const { text, of, state } = useStandardWords();
  const [path, navigate] = useLocation();
  const commands = useCommands();
  const { data, error, refetch } = useWatchedStandards();
  const list = data ?? [];
  const wanted = Number(pageAt(path)?.parameters['standard'] ?? 0);
  const chosen = list.find(({ id }) => id === wanted) ?? null;
  useOffer(commandsOf.open, ({ standard }) => navigate(addressOf('standards', { standard })), {
    available: data !== undefined,
    choices: () => list.map(({ id, name }) => ({ value: String(id), label: name })),
  });
  const { dialog } = useActs(list, chosen, navigate);
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={10} />
    ) : (
      <FailedState
        title={text('standards.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  if (list.length === 0)
    return (
      <div className="split split--empty standards">
        <section className="panel" aria-label={text('page.standards')}>
          <EmptyState
            icon="equal-not"
            title={text('standards.none')}
            actions={<CommandButton command={navigation.matrix} icon="table" />}
          >
            {text('standards.none.text')}
          </EmptyState>
        </section>
      </div>
    );
  return (
    <div className="split standards">
      <section className="panel split__list" aria-label={text('page.standards')}>
        <header className="panel__head">
          <h2>{text('page.standards')}</h2>
        </header>
        <ul className="scroll">
          {list.map((standard) => (
            <li key={standard.id}>
              <button
                type="button"
                aria-current={standard === chosen ? 'true' : undefined}
                className="standards__item column gap-4 text-12 underlined pickable"
                onClick={() => commands.run(commandsOf.open, { standard: String(standard.id) })}
              >
                <b className="ellipsis">{standard.name}</b>
                <small className="dim">{of(standard)}</small>
                <small className="num" data-drifts={(standard.watch?.drifting ?? 0) > 0 || undefined}>
                  {state(standard)}
                </small>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <div className="split__detail">
        {chosen === null ? (
          <section className="panel split__panel">
            <EmptyState icon="equal-not" title={text('standards.choose')} />
          </section>
        ) : (
          <Detail key={chosen.id} standard={chosen} />
        )}
      </div>
      {dialog}
    </div>
  );
}
