import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from '../Icon.tsx';
import './header-tray.css';

const mostShown = 99;

/** A button of the header with a count, and on a press a list under it. `wide`: a line of its own, on a phone. */
export function HeaderTray(props: {
  readonly icon: IconName;
  readonly name: string;
  readonly count: number;
  readonly wide: boolean;
  readonly opened: boolean;
  readonly onPress: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { icon, name, count, wide, opened, onPress } = props;
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(props.onClose);
  close.current = props.onClose;
  useEffect(() => {
    if (!opened) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      close.current();
      box.current?.querySelector('button')?.focus();
    };
    addEventListener('pointerdown', onPointer);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPointer);
      removeEventListener('keydown', onKey);
    };
  }, [opened]);
  return (
    <div ref={box} className={`tray touch ${wide ? 'tray--wide' : ''}`}>
      <button
        type="button"
        className={wide ? 'tray__line row gap-8 raised' : 'header__button'}
        aria-label={name}
        aria-expanded={opened}
        title={name}
        onClick={onPress}
      >
        <Icon name={icon} />
        {wide ? (
          <span>{name}</span>
        ) : (
          count > 0 && <span className="badge tray__badge num">{Math.min(count, mostShown)}</span>
        )}
      </button>
      {opened && props.children}
    </div>
  );
}
