import { useLocation } from 'wouter';
import { proposals as commandsOf } from '../../../../commands/proposals.ts';
import { addressOf, pageAt } from '../../../contract/pages.ts';
import { proposalTypes } from '../../../contract/proposals.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type ProposalSummary, useProposals } from '../../state/proposals.ts';
import { Review } from './Review.tsx';
import './proposals.css';

function Line(props: {
  readonly proposal: ProposalSummary;
  readonly isShown: boolean;
  readonly onOpen: () => void;
}) {
  const { proposal, isShown, onOpen } = props;
  const text = useText();
  const format = useFormat();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { title, state, createdAt, createdBy, counts } = proposal;
  const parts = proposalTypes.flatMap((type) => {
    const count = counts[type] ?? 0;
    return count === 0 ? [] : [text(`proposals.count.${type}`, { count })];
  });
  return (
    <li>
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        className="proposals__item column gap-4 text-12 underlined pickable"
        onClick={onOpen}
      >
        <span className="row between gap-8">
          <b className="ellipsis">{title}</b>
          <span className={state === 'open' ? 'pill' : 'faint'}>{text(`proposals.state.${state}`)}</span>
        </span>
        <small className="dim num">
          {createdBy} · {format.time(createdAt, zone, 'dayTime')} · {parts.join(text('list.comma'))}
        </small>
      </button>
    </li>
  );
}

/** Changes that somebody proposes, a program above all, and a person accepts. Which one is open is in the address. */
export default function ProposalsPage() {
  const text = useText();
  const [path, navigate] = useLocation();
  const commands = useCommands();
  const { data, error, refetch } = useProposals();
  const wanted = pageAt(path)?.parameters['proposal'] ?? null;
  useOffer(commandsOf.open, ({ proposal }) => navigate(addressOf('proposals', { proposal })), {
    available: data !== undefined,
    choices: () => (data ?? []).map(({ id, title }) => ({ value: id, label: title })),
  });
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={10} />
    ) : (
      <FailedState
        title={text('proposals.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  if (data.length === 0)
    return (
      <div className="split split--empty proposals">
        <section className="panel" aria-label={text('proposals.list')}>
          <EmptyState icon="merge" title={text('proposals.none.title')}>
            {text('proposals.none.text')}
          </EmptyState>
        </section>
      </div>
    );
  return (
    <div className="split proposals">
      <section className="panel split__list" aria-label={text('proposals.list')}>
        <header className="panel__head">
          <h2>{text('page.proposals')}</h2>
        </header>
        <ul className="scroll">
          {data.map((proposal) => (
            <Line
              key={proposal.id}
              proposal={proposal}
              isShown={proposal.id === wanted}
              onOpen={() => commands.run(commandsOf.open, { proposal: proposal.id })}
            />
          ))}
        </ul>
      </section>
      <div className="split__detail">
        {wanted === null ? (
          <section className="panel split__panel">
            <EmptyState icon="merge" title={text('proposals.choose')} />
          </section>
        ) : (
          <Review key={wanted} proposalId={wanted} />
        )}
      </div>
    </div>
  );
}
