import { useState } from 'react';
import { alarms as alarmCommands } from '../../../../commands/alarms/index.ts';
import type { MessageId } from '../../../base/messages.ts';
import { callOf } from '../../../command/command.ts';
import { alarmText } from '../../../derive/alarm-text.ts';
import { undoTime } from '../../../domain/alarms/standing.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import {
  type AlarmActBody,
  type AlarmActName,
  type AlarmOutcome,
  actOnAlarms,
} from '../../state/alarms/acts.ts';
import type { AlarmView } from '../../state/alarms/alarms.ts';
import { notify } from '../../state/notices.ts';
import { floodLineOf } from './board/lines.ts';
import type { AlarmBoard } from './board/use-board.ts';
import { canAcknowledge, canClose } from './view.ts';
import { refusedText } from './words/use-alarm-words.ts';

/** The dialog that is open, and the alarms that it is about. */
export interface AskedAct {
  readonly type: 'acknowledge' | 'comment' | 'assign' | 'shelve' | 'close';
  readonly alarms: readonly AlarmView[];
}

const isDone = ({ refused }: AlarmOutcome) => refused === null;
const idsOf = (alarms: readonly AlarmView[]) => alarms.map(({ id }) => id);

/** Does it, and says in notices what was not done and why. Answers the outcomes of those that were. */
export function useActing(zone: string) {
  const text = useText();
  const format = useFormat();
  /** Refusals in words, each reason once with how many it is of. */
  const reasons = (outcomes: readonly AlarmOutcome[]): readonly string[] => {
    const counts = new Map<string, number>();
    for (const outcome of outcomes) {
      if (isDone(outcome)) continue;
      const reason = refusedText(outcome, text, format, zone);
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    return [...counts].map(([reason, count]) =>
      outcomes.length === 1 ? reason : text('alarms.notDone', { count, reason }),
    );
  };
  return {
    /** Outcomes of those that were done; the sentences of all others. @throws ApiError */
    async act<K extends AlarmActName>(name: K, alarms: readonly AlarmView[], body: AlarmActBody<K>) {
      const outcomes = await actOnAlarms(name, idsOf(alarms), body);
      return { done: outcomes.filter(isDone), problems: reasons(outcomes) };
    },
    warn(problems: readonly string[]) {
      for (const problem of problems) notify('warning', problem);
    },
  };
}

/**
 * Offers what people do about alarms; answers which dialog is open.
 * @param isList the list is in sight: there an answer goes on to the next alarm that asks. Where one alarm fills the
 *   screen it stays, lest a second tap answers another one
 */
export function useActs(board: AlarmBoard, zone: string, isList: boolean) {
  const text = useText();
  const { act, warn } = useActing(zone);
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const { targets } = board;

  const acknowledge = async (alarms: readonly AlarmView[]) => {
    const [alarm] = alarms;
    if (alarm === undefined) return;
    if (alarms.length > 1) return setAsked({ type: 'acknowledge', alarms });
    const { done, problems } = await act('acknowledge', [alarm], { note: '' });
    warn(problems);
    if (done.length === 0) return;
    const what = `${alarm.stationCode} ${alarmText(alarm, text)}`;
    const undo = callOf(alarmCommands.undo, { alarmIds: [alarm.id] });
    notify('success', text('alarms.done.acknowledge', { what }), null, null, undo, undoTime);
    if (isList) board.goOn(alarm.id);
  };
  const simply = async (name: 'unshelve' | 'reopen', alarms: readonly AlarmView[]) => {
    const { done, problems } =
      name === 'reopen' ? await act(name, alarms, { note: '' }) : await act(name, alarms, {});
    warn(problems);
    if (done.length > 0) notify('success', text(`alarms.done.${name}`));
  };

  /** Offers a command on those of the alarms that it can be done to. */
  const offer = (
    can: (alarm: AlarmView) => boolean,
    why: MessageId,
  ): {
    readonly available: true | MessageId;
    readonly among: (ids?: readonly number[]) => readonly AlarmView[];
  } => {
    const all = targets();
    return {
      available: all.length === 0 ? 'alarms.cannot.chosen' : all.some(can) ? true : why,
      among: (ids) => targets(ids).filter(can),
    };
  };
  const isOpen = ({ closed }: AlarmView) => closed === null;
  const acknowledgeable = offer(canAcknowledge, 'alarms.cannot.acknowledge');
  const commentable = offer(() => true, 'alarms.cannot.chosen');
  const assignable = offer(isOpen, 'alarms.cannot.open');
  const shelvable = offer((alarm) => isOpen(alarm) && alarm.shelf === null, 'alarms.cannot.shelve');
  const unshelvable = offer((alarm) => isOpen(alarm) && alarm.shelf !== null, 'alarms.cannot.unshelve');
  const closable = offer(canClose, 'alarms.cannot.close');
  const reopenable = offer((alarm) => !isOpen(alarm), 'alarms.cannot.reopen');
  const ask = (type: AskedAct['type'], { among }: ReturnType<typeof offer>, ids?: readonly number[]) => {
    const alarms = among(ids);
    if (alarms.length > 0) setAsked({ type, alarms });
  };
  useOffer(
    alarmCommands.acknowledge,
    ({ alarmIds }) => acknowledge(acknowledgeable.among(alarmIds)),
    acknowledgeable,
  );
  // A flood that its row names; without a name the one that the current alarm is in, or else the first of the board.
  const floodOf = (key?: string) => {
    const floods = board.lines.filter((line) => line.type === 'flood');
    if (key !== undefined) return floods.find((line) => line.key === key);
    return floodLineOf(board.lines, board.currentId) ?? floods[0];
  };
  const isFlooded = board.lines.some((line) => line.type === 'flood' && line.alarms.some(canAcknowledge));
  useOffer(
    alarmCommands.acknowledgeFlood,
    ({ flood }) => acknowledge(floodOf(flood)?.alarms.filter(canAcknowledge) ?? []),
    { available: isFlooded ? true : 'alarms.cannot.flood' },
  );
  useOffer(alarmCommands.comment, ({ alarmIds }) => ask('comment', commentable, alarmIds), commentable);
  useOffer(alarmCommands.assign, ({ alarmIds }) => ask('assign', assignable, alarmIds), assignable);
  useOffer(alarmCommands.shelve, ({ alarmIds }) => ask('shelve', shelvable, alarmIds), shelvable);
  useOffer(alarmCommands.close, ({ alarmIds }) => ask('close', closable, alarmIds), closable);
  useOffer(
    alarmCommands.unshelve,
    ({ alarmIds }) => simply('unshelve', unshelvable.among(alarmIds)),
    unshelvable,
  );
  useOffer(alarmCommands.reopen, ({ alarmIds }) => simply('reopen', reopenable.among(alarmIds)), reopenable);
  return {
    asked,
    close: () => setAsked(null),
    /** After a dialog has done it: several are no longer marked, and an answer goes on to what still asks. */
    finished: () => {
      if (isList && asked?.type === 'acknowledge' && board.currentId !== null)
        board.goOn(board.currentId, new Set(idsOf(asked.alarms)));
      setAsked(null);
      board.unmark();
    },
  };
}
