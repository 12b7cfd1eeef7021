import { type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { navigation } from '../../../../commands/navigation/index.ts';
import { notices as noticeCommands } from '../../../../commands/notices.ts';
import type { CommandCall } from '../../../command/command.ts';
import { useCommands } from '../../components/commands.tsx';
import { useTopModal } from '../../components/dialog/open-modals.ts';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { dismiss, holdNoticesWhile, notices, type Severity } from '../../state/notices.ts';
import './notices.css';

const icons: Readonly<Record<Severity, IconName>> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'circle-x',
};

/** Pixels between the notices and what has the focus under them. */
const gap = 8;

/** Lifts a box at the foot of the window above what has the focus, so that one sees where one is (WCAG 2.4.11). */
function useClearOfFocus(box: RefObject<HTMLElement | null>, shown: number, place: Element | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another place it is another box
  useEffect(() => {
    const strip = box.current;
    if (strip === null || shown === 0) return;
    const lift = () => {
      strip.style.removeProperty('--over');
      const held = document.activeElement;
      if (held === null || held === document.body || strip.contains(held)) return;
      const [mine, under] = [strip.getBoundingClientRect(), held.getBoundingClientRect()];
      // What is larger than the notices, a page or a table, is seen beside them.
      const isUnder =
        under.height < mine.height * 2 &&
        under.right > mine.left &&
        under.left < mine.right &&
        under.bottom > mine.top &&
        under.top < mine.bottom;
      if (isUnder) strip.style.setProperty('--over', `${innerHeight - under.top + gap}px`);
    };
    lift();
    document.addEventListener('focusin', lift);
    return () => document.removeEventListener('focusin', lift);
  }, [box, shown, place]);
}

/** Notices stay while the pointer or the focus is among them. A finger that was lifted leaves no pointer behind. */
function useHeld(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    holdNoticesWhile(() => {
      const strip = box.current;
      if (strip === null) return false;
      return (
        strip.matches(':focus-within') || (matchMedia('(hover: hover)').matches && strip.matches(':hover'))
      );
    });
    return () => holdNoticesWhile(() => false);
  }, [box]);
}

/** What has just happened, for a while; errors lead to their log entry. What can be undone stands in the dialog that is open, if one is. */
export function Notices() {
  const text = useText();
  const commands = useCommands();
  const [, navigate] = useLocation();
  const { list } = useSnapshot(notices);
  const box = useRef<HTMLDivElement>(null);
  const modal = useTopModal();
  // Beside an open dialog nothing can be pressed; what is only to be read need not lie over it.
  const dialog = list.some(({ undo }) => undo !== null) ? modal : null;
  useClearOfFocus(box, list.length, dialog);
  useHeld(box);
  useOffer(
    noticeCommands.dismiss,
    ({ notice }) => {
      const id = notice ?? notices.list.at(-1)?.id;
      if (id !== undefined) dismiss(id);
    },
    { available: list.length > 0 },
  );
  useOffer(
    noticeCommands.openLog,
    ({ notice }) => {
      const shown = notices.list.findLast(
        ({ id, logId }) => logId !== null && (notice === undefined || id === notice),
      );
      if (shown === undefined) return;
      dismiss(shown.id);
      navigate(`/log?entry=${shown.logId}`);
    },
    { available: list.some(({ logId }) => logId !== null) },
  );
  useOffer(
    noticeCommands.undo,
    () => {
      const shown = notices.list.findLast(({ undo }) => undo !== null);
      if (shown?.undo == null) return;
      commands.runCall(shown.undo, 'key');
      dismiss(shown.id);
    },
    { available: list.some(({ undo }) => undo !== null) ? true : 'notice.nothingToUndo' },
  );
  const strip = (
    <div ref={box} className="notices gap-8 grid" aria-live="polite">
      {list.map(({ address, undo, ...notice }) => (
        <div
          key={notice.id}
          className={`notice gap-8 grid notice--${notice.severity}`}
          aria-live={notice.isSaid ? 'off' : undefined}
        >
          <Icon name={icons[notice.severity]} />
          <p>
            {notice.text}{' '}
            {notice.logId !== null && (
              <button
                type="button"
                className="link"
                onClick={() => commands.run(noticeCommands.openLog, { notice: notice.id })}
              >
                {text('notice.logEntry')}
              </button>
            )}
            {undo !== null && (
              <button
                type="button"
                className="link"
                onClick={() => {
                  commands.runCall(undo as unknown as CommandCall, 'button');
                  dismiss(notice.id);
                }}
              >
                {text('notice.undo')}
              </button>
            )}
            {address !== null && (
              <button
                type="button"
                className="link"
                onClick={() => {
                  commands.run(navigation.open, { address });
                  dismiss(notice.id);
                }}
              >
                {text('notice.open')}
              </button>
            )}
          </p>
          <button
            type="button"
            aria-label={text('action.close')}
            onClick={() => commands.run(noticeCommands.dismiss, { notice: notice.id })}
          >
            <Icon name="x" />
          </button>
        </div>
      ))}
    </div>
  );
  return dialog === null ? strip : createPortal(strip, dialog);
}
