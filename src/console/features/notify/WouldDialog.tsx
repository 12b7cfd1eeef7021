import { useState } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { notify as commands } from '../../../../commands/notify.ts';
import type { MessageId } from '../../../base/messages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { DialogFrame } from '../../components/dialog/DialogFrame.tsx';
import { Select } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ranks } from '../../components/levels/level-shapes.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useOffer } from '../../components/screen.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useWouldNotify, type WouldNotify } from '../../state/notify.ts';
import type { NotifyWords } from './use-notify-words.ts';

type Policy = WouldNotify['policies'][number];

function Steps(props: { readonly policy: Policy; readonly zone: string; readonly words: NotifyWords }) {
  const { policy, zone, words } = props;
  const { name, heldUntil, steps, repeat } = policy;
  const text = useText();
  const format = useFormat();
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      {heldUntil !== null && (
        <p className="text-12 dim num">
          {text('notify.would.held', { time: format.time(heldUntil, zone, 'dayTime') })}
        </p>
      )}
      <ol className="notified__steps text-12">
        {steps.map(({ after, ways }, index) => (
          <li key={after} className="underlined">
            <span className="notified__number num">{index + 1}</span>
            <span className="strong num">
              {after === 0 ? text('notify.atOnce') : text('notify.after', { count: after })}
            </span>
            <span className="yields">
              {ways.map(({ name: who, address, channel, problem }) => (
                <span
                  key={`${who} ${channel} ${address}`}
                  className={`row gap-4 ${problem === null ? '' : 'notified__failed'}`}
                >
                  <Icon name={problem === null ? 'tick' : 'circle-alert'} className="icon--small rigid" />
                  <b className="strong">{who || address}</b>
                  <span className="ellipsis">
                    {problem === null
                      ? [words.channel(channel), who === address ? '' : address].filter(Boolean).join(' ')
                      : text(problem as MessageId)}
                  </span>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {repeat !== null && (
        <p className="text-12 dim num">
          {text('notify.every', { count: repeat.every })} {text('notify.fromFirst')},{' '}
          {text('notify.rounds', { count: repeat.rounds })}
        </p>
      )}
    </section>
  );
}

/** Who would be notified of an alarm of a level in a project, were it raised now. Nothing is sent. */
export function WouldDialog(props: {
  readonly projects: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[];
  readonly words: NotifyWords;
  readonly onClose: () => void;
}) {
  const { projects, words, onClose } = props;
  const text = useText();
  const { run } = useCommands();
  const [projectId, setProjectId] = useState(projects[0]?.id ?? 0);
  const [rank, setRank] = useState(4);
  const { data, error, refetch } = useWouldNotify(projectId, rank);
  useOffer(commands.wouldBe, (args) => {
    setProjectId(args.projectId);
    setRank(args.rank);
  });
  const title = text('command.notify.would');
  const zone = projects.find(({ id }) => id === projectId)?.timeZone ?? 'UTC';
  return (
    <DialogFrame title={title} className="notified__would" onClose={onClose}>
      <h2>{title}</h2>
      <div className="row gap-8 wrap">
        <Select
          label={text('argument.project')}
          value={String(projectId)}
          options={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => run(commands.wouldBe, { projectId: Number(id), rank }, 'button')}
        />
        <Select
          label={text('argument.level')}
          value={String(rank)}
          options={ranks.map((one) => ({ value: String(one), label: words.level(one) }))}
          onChange={(next) => run(commands.wouldBe, { projectId, rank: Number(next) }, 'button')}
        />
      </div>
      <ScrollRegion className="notified__ways" label={title}>
        {data === undefined ? (
          error === null ? (
            <LoadingRows rows={3} />
          ) : (
            <FailedState
              title={text('notify.failed')}
              reason={reasonOf(error, text)}
              onRetry={() => void refetch()}
            />
          )
        ) : data.policies.length === 0 ? (
          <p className="refused" role="alert">
            {text('notify.would.nobody')}
          </p>
        ) : (
          data.policies.map((policy) => <Steps key={policy.id} policy={policy} zone={zone} words={words} />)
        )}
      </ScrollRegion>
      <div className="dialog__foot">
        <span className="grow dim text-12">{text('notify.would.nothingSent')}</span>
        <CommandButton command={dialogCommands.decline} look="primary" label={text('action.close')} />
      </div>
    </DialogFrame>
  );
}
