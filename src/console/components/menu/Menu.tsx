import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react';
import { loadChunk } from '../chunks.ts';

type Popup = ComponentType<
  MenuProps & { readonly anchor: RefObject<HTMLButtonElement | null>; readonly onClose: () => void }
>;
let popup: Popup | null = null;
async function fetchPopup(): Promise<void> {
  popup ??= (await loadChunk(() => import('./MenuPopup.tsx'))).default;
}

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

/**
 * A button that opens a menu. The popup's code is fetched when it is first wanted; the button itself never changes. Where
 * the code does not come, the menu stays closed and the console says why: nobody caught the `ChunkProblem`.
 */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = async () => {
    await fetchPopup();
    setOpened(true);
  };
  const Popup = popup;
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
        onPointerEnter={() => fetchPopup().catch(() => undefined)}
        onClick={() => void open()}
      >
        {props.trigger}
      </button>
      {opened && Popup !== null && <Popup {...props} anchor={button} onClose={() => setOpened(false)} />}
    </>
  );
}
