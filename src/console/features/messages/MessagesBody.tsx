import { messages as messageCommands } from '../../../../commands/messages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import type { MessageSummary } from '../../state/devices/messages.ts';
import { MessageList } from './MessageList.tsx';
import type { ListedMessages } from './use-message-list.ts';

/** The list of messages, or why there is none. */
export function MessagesBody(props: {
  readonly listed: ListedMessages;
  readonly isFiltered: boolean;
  readonly current: number | null;
  readonly open: number | null;
  readonly zone: string;
  readonly nameOf: (message: MessageSummary) => string;
  readonly setCurrent: (id: number) => void;
}) {
  const { listed, isFiltered, current, open, zone, nameOf, setCurrent } = props;
  const { list, error, isLoading, isFetchingMore, isStill, hasNextPage } = listed;
  const text = useText();
  const commands = useCommands();
  if (error !== null) {
    if (error instanceof ApiError && error.status === 403)
      return <NoPermission permission="device:maintenance:view" />;
    return (
      <FailedState
        title={text('messages.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run(messageCommands.refresh, {}, 'button')}
      />
    );
  }
  if (isLoading) return <LoadingRows rows={16} />;
  if (list.length === 0 && !isFetchingMore && (isStill || !hasNextPage))
    return (
      <EmptyState
        icon={isFiltered ? 'search' : 'message'}
        title={text(isFiltered ? 'messages.none.title' : 'messages.empty.title')}
        actions={
          isFiltered && (
            <CommandButton command={messageCommands.clear} look="primary" label={text('audit.clear')} />
          )
        }
      >
        {text(isFiltered ? 'messages.none.text' : 'messages.empty.text')}
      </EmptyState>
    );
  return (
    <MessageList
      list={list}
      current={current}
      open={open}
      zone={zone}
      nameOf={nameOf}
      onCurrent={(id) => {
        setCurrent(id);
        // Who looks at a row must not see it move away.
        if (id !== list[0]?.id) listed.setIsHeld(true);
      }}
      onScrolled={listed.setIsAway}
      onMore={listed.onMore}
    />
  );
}
