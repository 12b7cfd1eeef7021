import { useLocation, useSearch } from 'wouter';
import { kinds as kindCommands } from '../../../../commands/kinds.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { useOffer } from '../../components/screen.ts';
import { refusal } from '../../state/connection/refused.ts';
import { KindForm } from './KindForm.tsx';
import { useKinds } from './use-kinds.ts';
import '../../components/form/form.css';
import './kinds.css';

/** Kinds of sensors that companies make. What is open is in the address. */
export default function KindsPage() {
  const text = useText();
  const query = new URLSearchParams(useSearch());
  const [path, navigate] = useLocation();
  const commands = useCommands();
  const { data, error, refetch } = useKinds();
  const id = query.get('id');
  const go = (next: string) => navigate(`${path}?${new URLSearchParams({ id: next })}`);
  // That of a derived channel changes with its formula alone.
  const kinds = (data?.kinds ?? []).filter(({ ofFormula }) => !ofFormula);
  const nameOf = (own: number) => text(kindMessage(`own${own}`));
  useOffer(kindCommands.add, () => go('new'), { available: data !== undefined });
  useOffer(kindCommands.choose, (args) => go(String(args.id)), {
    available: data !== undefined,
    choices: () => kinds.map((kind) => ({ value: kind.id, label: nameOf(kind.id) })),
  });
  if (error !== null && data === undefined)
    return (
      <FailedState
        title={text('kinds.failed')}
        reason={refusal(error, text).sentence}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <LoadingRows rows={10} />;
  const chosen = kinds.find((kind) => String(kind.id) === id);
  const company = (companyId: number) => data.companies.find((one) => one.id === companyId)?.name ?? '';
  return (
    <div className="split">
      <section className="panel split__list kinds__list">
        <header className="panel__head">
          <h2>{text('kinds.title')}</h2>
          <CommandButton command={kindCommands.add} icon="plus" label={text('kinds.new')} />
        </header>
        {kinds.length === 0 ? (
          <EmptyState icon="cpu" title={text('kinds.none')} />
        ) : (
          <ul className="scroll">
            {kinds.map((kind) => (
              <li key={kind.id}>
                <button
                  type="button"
                  aria-current={String(kind.id) === id ? 'true' : undefined}
                  className="row between gap-12 text-12 underlined pickable"
                  onClick={() => commands.run(kindCommands.choose, { id: kind.id })}
                >
                  <b className="ellipsis">{nameOf(kind.id)}</b>
                  <span className="ellipsis faint">
                    {company(kind.companyId)} · {text('kinds.sensors', { count: kind.sensors })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className="split__detail">
        {id === 'new' ? (
          <Panel title={text('kinds.new')}>
            <KindForm key="new" kind={null} companies={data.companies} onMade={(made) => go(String(made))} />
          </Panel>
        ) : chosen === undefined ? (
          <section className="panel split__panel">
            <EmptyState icon="cpu" title={text('kinds.choose')} />
          </section>
        ) : (
          <Panel title={`${nameOf(chosen.id)} · ${text('kinds.version', { version: chosen.version })}`}>
            <KindForm
              key={`${chosen.id} ${chosen.version}`}
              kind={chosen}
              companies={data.companies}
              onMade={() => undefined}
            />
          </Panel>
        )}
      </div>
    </div>
  );
}
