import type { RefObject } from 'react';
import { Menu as AriaMenu, MenuItem, Popover } from 'react-aria-components';
import type { MenuProps } from './Menu.tsx';

/** The menu itself, on react-aria: arrows, typing ahead, Escape, focus back on its button. */
export default function MenuPopup(
  props: MenuProps & { readonly anchor: RefObject<HTMLButtonElement | null>; readonly onClose: () => void },
) {
  return (
    <Popover triggerRef={props.anchor} isOpen onOpenChange={(open) => !open && props.onClose()} offset={4}>
      <AriaMenu
        className={`menu__popup ${props.popupClass ?? ''}`}
        aria-label={props.label}
        autoFocus="first"
        onClose={props.onClose}
      >
        {props.entries.map((entry) => (
          <MenuItem
            key={entry.id}
            id={entry.id}
            textValue={entry.label}
            isDisabled={entry.disabled ?? false}
            className={`menu__item ${entry.on ? 'menu__item--on' : ''}`}
            onAction={entry.onPress}
          >
            {entry.icon}
            {entry.label}
            {entry.note && <span className="menu__note faint">{entry.note}</span>}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  );
}
