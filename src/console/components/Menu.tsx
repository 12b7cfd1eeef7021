import { type ComponentType, type ReactNode, useState } from 'react';

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
  /** What the button shows as chosen; spoken after its name. */
  readonly value?: string;
  readonly trigger: ReactNode;
  readonly className: string;
  readonly entries: readonly MenuEntryProps[];
}
export type PopupProps = Omit<MenuProps, 'value'> & {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

let loaded: ComponentType<PopupProps> | null = null;

/** A button that opens a menu. The popup's code is fetched when the pointer or focus comes near. */
export function Menu({ value, ...props }: MenuProps) {
  const [Popup, setPopup] = useState<ComponentType<PopupProps> | null>(null);
  const [opened, setOpened] = useState(false);
  // No lazy(): a popup that did not load must cost the menu alone, and the next try must ask for it again.
  const fetch = () => {
    if (loaded !== null) return setPopup(() => loaded);
    void import('./MenuPopup.tsx').then((module) => {
      loaded = module.default;
      setPopup(() => loaded);
    });
  };
  const open = () => {
    fetch();
    setOpened(true);
  };
  const name = value === undefined ? props.label : `${props.label}: ${value}`;
  if (Popup !== null) return <Popup {...props} label={name} open={opened} onOpenChange={setOpened} />;
  return (
    <button
      type="button"
      className={props.className}
      aria-haspopup="menu"
      aria-label={name}
      title={name}
      onPointerEnter={fetch}
      onFocus={fetch}
      // Already on the way down: the popup's own button may take this one's place before the way up.
      onPointerDown={open}
      onClick={open}
    >
      {props.trigger}
    </button>
  );
}
