import { page as pageCommands } from '../../../../commands/page.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import type { MessageStore } from '../../state/devices/messages.ts';

const further = 'further';
/** Places of a message's number within a millisecond (contract: ids are times). */
const idsOfMs = 2048;

function Further({ onFurther }: { readonly onFurther: () => void }) {
  const text = useText();
  useOffer(pageCommands.retry, onFurther, { of: further });
  return (
    <CommandButton
      command={pageCommands.retry}
      args={{ of: further }}
      look="ghost"
      icon="history"
      label={text('messages.lookFurther')}
    />
  );
}

/** How many messages are shown, how far back was looked, what is kept, what was left out, and keys. */
export function Foot(props: {
  readonly shown: number;
  /** Message down to which was looked; null = all that is kept was. */
  readonly lookedTo: number | null;
  readonly isStill: boolean;
  readonly onFurther: () => void;
  readonly stores: readonly MessageStore[];
  readonly zone: string;
}) {
  const { shown, lookedTo, isStill, onFurther, stores, zone } = props;
  const text = useText();
  const format = useFormat();
  const keys = [
    ['Space', 'hold'],
    ['j k', 'move'],
    ['h', 'form'],
    ['n', 'refused'],
    ['/', 'search'],
  ] as const;
  // One company: its bounds. Several: what is dropped of any is said all the same.
  const own = stores.filter(({ companyId }) => companyId > 0);
  const [only] = own;
  const dropped = stores.filter((store) => store.dropped > 0);
  return (
    <footer className="messages__foot row wrap gap-12 inset raised text-11 dim">
      <span className="messages__keys row gap-8" aria-hidden="true">
        {keys.map(([key, name]) => (
          <span key={key} className="row gap-4">
            <kbd>{key}</kbd> {text(`messages.key.${name}`)}
          </span>
        ))}
      </span>
      <span className="num">{text('messages.shown', { count: format.number(shown, 0) })}</span>
      {lookedTo !== null && (
        <span className="num">
          {text('messages.lookedBack', {
            time: format.time(Math.floor(lookedTo / idsOfMs), zone, 'dayTime'),
          })}
        </span>
      )}
      {isStill && <Further onFurther={onFurther} />}
      <span className="grow" />
      {dropped.map(({ companyId, name, dropped: count, droppedFrom, droppedTo }) => (
        <strong key={companyId} className="messages__dropped num" role="status">
          {own.length > 1 && `${companyId === 0 ? text('messages.unknownSenders') : name}: `}
          {text('messages.dropped', {
            count: format.number(count, 0),
            from: format.time(droppedFrom ?? 0, zone, 'dayTime'),
            to: format.time(droppedTo ?? 0, zone, 'dayTime'),
          })}
        </strong>
      ))}
      {only !== undefined && own.length === 1 && (
        <span className="num">
          {text('messages.kept', {
            days: only.days,
            megabytes: only.megabytes,
            used: format.number(only.bytes / 1e6, 1),
          })}
        </span>
      )}
      {own.length > 1 && (
        <span className="num">
          {text('messages.keptSince', {
            time: format.time(Math.min(...own.map(({ since }) => since ?? Date.now())), zone, 'dayTime'),
          })}
        </span>
      )}
    </footer>
  );
}
