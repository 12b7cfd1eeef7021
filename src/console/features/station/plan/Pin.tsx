import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { Glyph } from '../../../components/Glyph.tsx';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { Aged } from '../../../components/values/Aged.tsx';
import { useNow } from '../../../state/connection/clock.ts';
import type { PlanDevice } from './devices.ts';

/** Where something stands on a picture: shares of its width and height. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}
const inside = (share: number) => Math.min(1, Math.max(0, share));
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A device on a plan. While devices are placed it is moved by dragging, or by arrows: 1 px, with Shift 10 px. */
export function Pin(props: {
  readonly device: PlanDevice;
  /** Of its RTU, s. */
  readonly sendCycle: number;
  readonly at: Spot;
  readonly moves: boolean;
  readonly edits: boolean;
  /** Moved, and not kept yet. */
  readonly onMove: (to: Spot) => void;
  readonly onPlace: (to: Spot) => void;
  readonly onCancel: () => void;
  readonly onTakeOff: () => void;
}) {
  const { device, at, moves, edits, onMove, onPlace, onCancel, onTakeOff } = props;
  const now = useNow(60_000);
  const dragged = useRef(false);
  const pictureOf = (element: HTMLElement) => element.parentElement?.getBoundingClientRect();
  const spotOf = (event: PointerEvent<HTMLElement>): Spot | null => {
    const box = pictureOf(event.currentTarget);
    if (box === undefined || box.width === 0 || box.height === 0) return null;
    return {
      x: inside((event.clientX - box.left) / box.width),
      y: inside((event.clientY - box.top) / box.height),
    };
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!edits || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    const box = pictureOf(event.currentTarget);
    if (step !== undefined && box !== undefined) {
      const size = event.shiftKey ? 10 : 1;
      onMove({
        x: inside(at.x + (step[0] * size) / box.width),
        y: inside(at.y + (step[1] * size) / box.height),
      });
    } else if (event.key === 'Enter' && moves) onPlace(at);
    else if (event.key === 'Escape' && moves) onCancel();
    else if (event.key === 'Delete') onTakeOff();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { slot, name, value, alarm, state } = device;
  return (
    <button
      type="button"
      className={`pin ${moves ? 'is-moving' : ''} ${at.x > 0.6 ? 'pin--left' : ''}`}
      style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
      data-slot={slot}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (!edits || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = false;
      }}
      onPointerMove={(event) => {
        if (!edits || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const spot = spotOf(event);
        if (spot === null) return;
        dragged.current = true;
        onMove(spot);
      }}
      onPointerUp={(event) => {
        const spot = edits && dragged.current ? spotOf(event) : null;
        dragged.current = false;
        if (spot !== null) onPlace(spot);
      }}
      onPointerCancel={() => {
        dragged.current = false;
        onCancel();
      }}
    >
      <span className={`pin__dot ${alarm === null ? '' : `pin__dot--lv${alarm.rank}`}`}>
        {alarm === null ? (
          <Glyph state={state} size={12} />
        ) : (
          <LevelGlyph rank={alarm.rank} hollow={!alarm.holds} />
        )}
      </span>
      <span className="pin__label num">
        <b>
          {slot} {name}
        </b>
        <Aged t={device.t} now={now} sendCycle={props.sendCycle}>
          {value}
        </Aged>
      </span>
    </button>
  );
}
