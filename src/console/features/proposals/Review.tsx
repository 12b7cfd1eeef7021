import { useState } from 'react';
import { proposals } from '../../../../commands/proposals.ts';
import { CommandButton } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { TextField } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { useChange } from '../../state/connection/change.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import {
  acceptProposal,
  type ChangeProposal,
  discardProposal,
  proposalsKey,
  useProposal,
} from '../../state/proposals.ts';
import { Change } from './Change.tsx';

/** What may be done with an open proposal, offered to keys, palette and buttons. */
function useReview(proposal: ChangeProposal) {
  const text = useText();
  const change = useChange(proposalsKey, text);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isOpen = proposal.state === 'open';
  const able = proposal.changes.filter(({ why }) => why === null);
  const taken = able.filter(({ position }) => !left.has(position)).map(({ position }) => position);
  const accept = async () => {
    setBusy(true);
    setProblem(null);
    const refused = await change(async () => {
      try {
        const { changes } = await acceptProposal(proposal.id, taken, reason);
        const count = changes.filter(({ state }) => state === 'done').length;
        notify('success', text('proposals.accepted', { count }));
      } catch (error) {
        // What waits for a second person is shown in its place.
        if (!(error instanceof ApiError) || error.messageId !== 'joint.waiting') throw error;
      }
    });
    setProblem(refused?.sentence ?? null);
    setBusy(false);
  };
  useOffer(
    proposals.take,
    ({ position }) =>
      setLeft((before) => {
        const next = new Set(before);
        if (!next.delete(position)) next.add(position);
        return next;
      }),
    {
      available: isOpen || 'proposals.noneOpen',
      choices: () => able.map(({ position, name }) => ({ value: position, label: name })),
    },
  );
  const mayAccept = !isOpen
    ? 'proposals.noneOpen'
    : taken.length === 0
      ? 'proposals.noneTaken'
      : reason.trim() === ''
        ? 'rules.reasonFirst'
        : !busy;
  useOffer(proposals.accept, accept, { available: mayAccept });
  useOffer(
    proposals.discard,
    async () => {
      const refused = await change(() => discardProposal(proposal.id));
      if (refused === null) notify('success', text('proposals.discarded'));
      else setProblem(refused.sentence);
    },
    { available: isOpen || 'proposals.noneOpen' },
  );
  return { isOpen, taken: new Set(taken), reason, setReason, problem };
}

function OpenReview({ proposal }: { readonly proposal: ChangeProposal }) {
  const text = useText();
  const format = useFormat();
  const { isOpen, taken, reason, setReason, problem } = useReview(proposal);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const time = (at: number) => format.time(at, zone, 'dayTime');
  const { title, createdAt, createdBy, endedAt, endedBy } = proposal;
  return (
    <section className="panel split__panel column clips" aria-label={title}>
      <header className="panel__head row gap-8">
        <h2 className="ellipsis grow">{title}</h2>
        <span className="pill">{text(`proposals.state.${proposal.state}`)}</span>
      </header>
      <p className="proposals__by dim text-12 num">
        {text('proposals.by', { by: createdBy, time: time(createdAt) })}
        {endedAt !== null && ` → ${text('proposals.endedBy', { by: endedBy ?? '–', time: time(endedAt) })}`}
        {proposal.reason !== '' && ` · ${proposal.reason}`}
      </p>
      <ul className="scroll proposals__changes">
        {proposal.changes.map((change) => (
          <Change key={change.position} change={change} isOpen={isOpen} taken={taken.has(change.position)} />
        ))}
      </ul>
      {isOpen && (
        <footer className="proposals__foot column gap-8">
          {problem !== null && (
            <p className="field__error" role="alert">
              {problem}
            </p>
          )}
          <div className="row gap-8 wrap">
            <div className="grow">
              <TextField label={text('proposals.reason')} value={reason} onChange={setReason} />
            </div>
            <CommandButton command={proposals.discard} label={text('proposals.discard')} look="ghost" />
            <CommandButton
              command={proposals.accept}
              look="primary"
              label={text('proposals.accept', { count: taken.size })}
            />
          </div>
        </footer>
      )}
    </section>
  );
}

/** A proposal under review: each change with what was there before, and what keeps it from being made. */
export function Review({ proposalId }: { readonly proposalId: string }) {
  const text = useText();
  const { data, error, refetch } = useProposal(proposalId);
  if (data !== undefined) return <OpenReview key={data.id} proposal={data} />;
  return error === null ? (
    <LoadingRows rows={8} />
  ) : (
    <FailedState
      title={text('proposals.failed')}
      reason={reasonOf(error, text)}
      onRetry={() => void refetch()}
    />
  );
}
