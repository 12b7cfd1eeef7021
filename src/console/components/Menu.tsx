import { lazy, type ReactNode, Suspense, useState } from 'react';

const MenuPopup = lazy(() => import('./MenuPopup.tsx'));

export interface MenuEntryProps {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly on?: boolean;
  readonly note?: ReactNode;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}
export interface MenuProps {
  /** Name of the button. */
  readonly label: string;
  readonly trigger: ReactNode;
  readonly className: string;
  readonly entries: readonly MenuEntryProps[];
}

/** A button that opens a menu. The popup's code is fetched when the pointer or focus comes near. */
export function Menu(props: MenuProps) {
  const [near, setNear] = useState(false);
  const [opened, setOpened] = useState(false);
  const open = () => {
    setNear(true);
    setOpened(true);
  };
  const button = (
    <button
      type="button"
      className={props.className}
      aria-haspopup="menu"
      aria-label={props.label}
      title={props.label}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      // Already on the way down: the popup's own button may take this one's place before the way up.
      onPointerDown={open}
      onClick={open}
    >
      {props.trigger}
    </button>
  );
  if (!near) return button;
  return (
    <Suspense fallback={button}>
      <MenuPopup {...props} open={opened} onOpenChange={setOpened} />
    </Suspense>
  );
}
