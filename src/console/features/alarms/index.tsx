import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { alarms as alarmCommands } from '../../../../commands/alarms/index.ts';
import { addressOf } from '../../../contract/pages.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { spanOf } from '../../components/values/span.ts';
import { useWarningGaps } from '../../state/alarms/gaps.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { live } from '../../state/connection/live.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useStations } from '../../state/sites/stations.ts';
import { AlarmList } from './board/AlarmList.tsx';
import { Bar } from './board/Bar.tsx';
import { Foot } from './board/Foot.tsx';
import { Gaps } from './board/Gaps.tsx';
import { Head } from './board/Head.tsx';
import { floodLineOf } from './board/lines.ts';
import { type AlarmBoard, useBoard } from './board/use-board.ts';
import { useBoardKeys } from './board/use-board-keys.ts';
import { useBoardOffers } from './board/use-board-offers.ts';
import { Detail } from './detail/Detail.tsx';
import { PhoneDetail } from './detail/PhoneDetail.tsx';
import { CloseDialog } from './dialogs/CloseDialog.tsx';
import { ShelveDialog } from './dialogs/ShelveDialog.tsx';
import { AcknowledgeDialog, AssignDialog, CommentDialog } from './dialogs/SmallDialogs.tsx';
import { useActs } from './use-acts.ts';
import { canAcknowledge, isInTab } from './view.ts';
import '../../components/form/form.css';
import './alarms.css';
import './dialogs/dialogs.css';
import './detail.css';
import './phone.css';

/** Evaluation that is further behind than that, ms, is said across the board. */
const farBehind = 60_000;

const dialogs = {
  acknowledge: AcknowledgeDialog,
  comment: CommentDialog,
  assign: AssignDialog,
  shelve: ShelveDialog,
  close: CloseDialog,
} as const;

/** What the board shows does not move, or comes late: said at its head. */
function Lateness({ board }: { readonly board: AlarmBoard }) {
  const text = useText();
  const format = useFormat();
  const { status, lastEventAt } = useSnapshot(live);
  const behind = board.open.data?.behind ?? 0;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const said =
    status === 'lost'
      ? text('alarms.lost', { time: lastEventAt === null ? '–' : format.time(lastEventAt, zone, 'time') })
      : behind > farBehind
        ? text('alarms.behindBar', { span: spanOf(behind, format) })
        : null;
  if (said === null) return null;
  return (
    <output className="aboard__late row gap-8 text-12">
      <Icon name={status === 'lost' ? 'wifi-off' : 'clock'} className="icon--small" />
      {said}
    </output>
  );
}

/** What is so where the list is empty. */
function Nothing({ board }: { readonly board: AlarmBoard }) {
  const text = useText();
  const { filters, open, history } = board;
  const { data: gaps } = useWarningGaps();
  const isClosed = filters.tab === 'closed';
  const all = isClosed
    ? (history.data?.pages.flatMap((page) => page.alarms) ?? [])
    : (open.data?.alarms ?? []);
  const count = all.filter((alarm) => isInTab(alarm, filters.tab)).length;
  if (count > 0)
    return (
      <EmptyState
        icon="search"
        title={text('alarms.none.title')}
        actions={
          <CommandButton command={alarmCommands.clearFilters} look="primary" label={text('alarms.clear')} />
        }
      >
        {text('alarms.none.text', { count })}
      </EmptyState>
    );
  if (filters.tab === 'open' && gaps?.gaps.some(({ type }) => type === 'noRules') === true)
    return (
      <EmptyState icon="bell" title={text('rules.empty.title')}>
        {text('alarms.empty.noRules')}
      </EmptyState>
    );
  if (filters.tab === 'open')
    return (
      <EmptyState
        icon="bell"
        title={text('alarms.empty.title')}
        actions={
          <CommandButton
            command={alarmCommands.show}
            args={{ tab: 'closed' }}
            label={text('alarms.showClosed')}
          />
        }
      >
        {text('alarms.empty.text', { count: open.data?.closedToday ?? 0 })}
      </EmptyState>
    );
  const which = isClosed ? 'emptyClosed' : 'emptyTab';
  return (
    <EmptyState icon="bell" title={text(`alarms.${which}.title`)}>
      {text(`alarms.${which}.text`)}
    </EmptyState>
  );
}

/** The alarm board: what is open, the worst first, and beside it all that is known of one. */
export default function AlarmsPage(props: { readonly alarmId: number | null }) {
  const { alarmId } = props;
  const text = useText();
  const commands = useCommands();
  const phone = useNarrow();
  const [, navigate] = useLocation();
  const board = useBoard(alarmId);
  const { data: sites } = useStations();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const zone =
    sites?.stations.find(({ id }) => id === board.current?.stationId)?.timeZone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { asked, close, finished } = useActs(board, zone, !phone);
  const show = (id: number) =>
    phone ? navigate(addressOf('alarms', { alarm: String(id) })) : board.choose(id);
  useBoardOffers(board, field, show);
  const onKeyDown = useBoardKeys(board);
  const { filters, open, history } = board;
  const asks = filters.tab === 'closed' ? history : open;

  // The keys are the list's at once, where nothing else has them.
  const isThere = asks.data !== undefined;
  useEffect(() => {
    if (!isThere || phone) return;
    const held = document.activeElement;
    if (held === null || held === document.body || held.matches('main'))
      list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  }, [isThere, phone]);

  if (asks.error instanceof ApiError && asks.error.status === 403)
    return <NoPermission permission="alarm:event:view" />;
  const body = () => {
    if (asks.error !== null && asks.data === undefined)
      return (
        <FailedState
          title={text('alarms.failed')}
          reason={reasonOf(asks.error, text)}
          onRetry={() => commands.run(alarmCommands.refresh, {}, 'button')}
        />
      );
    if (asks.data === undefined) return <LoadingRows rows={14} />;
    if (board.lines.length === 0) return <Nothing board={board} />;
    return <AlarmList board={board} phone={phone} onKeyDown={onKeyDown} />;
  };
  const Asked = asked === null ? null : dialogs[asked.type];
  const dialog = asked !== null && Asked !== null && (
    <Asked alarms={asked.alarms} zone={zone} onClose={close} onDone={finished} />
  );
  if (phone && alarmId !== null)
    return (
      <>
        <PhoneDetail alarmId={alarmId} listed={board.current} />
        {dialog}
      </>
    );
  // Where nothing is listed there is nothing to choose, and no place is kept for it.
  const hasDetail = !phone && (board.currentId !== null || board.lines.length > 0);
  const look = phone ? 'aboard--phone' : hasDetail ? '' : 'aboard--alone';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the board, wherever in it the focus is
    <div className={`aboard ${look}`} onKeyDown={onKeyDown}>
      <section ref={list} className="panel aboard__panel" aria-label={text('page.alarms')}>
        <Head board={board} />
        <Bar board={board} field={field} />
        <Lateness board={board} />
        <Gaps zone={zone} />
        {body()}
        {!phone && <Foot board={board} />}
      </section>
      {hasDetail && (
        <Detail
          alarmId={board.currentId}
          listed={board.current}
          marked={board.marked.size === 0 ? 0 : board.targets().filter(canAcknowledge).length}
          isOfFlood={floodLineOf(board.lines, board.currentId)?.isFolded === true}
        />
      )}
      {dialog}
    </div>
  );
}
