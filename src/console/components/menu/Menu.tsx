import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';

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
  /** Class of the popup, where it is no plain list. */
  readonly popupClass?: string;
  readonly entries: readonly MenuEntryProps[];
}

/** A button that opens a menu. The popup's code is fetched when it is first wanted; the button itself never changes. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.className}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-label={props.label}
        title={props.label}
        onPointerEnter={() => void import('./MenuPopup.tsx')}
        onClick={() => setOpened(true)}
      >
        {props.trigger}
      </button>
      {opened && (
        <Suspense fallback={null}>
          <MenuPopup {...props} anchor={button} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
