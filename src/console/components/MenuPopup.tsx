import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { PopupProps } from './Menu.tsx';

/** The menu itself, on react-aria: arrows, typing ahead, Escape, focus back on its button. */
export default function MenuPopup(props: PopupProps) {
  const button = useRef<HTMLButtonElement>(null);
  // Opened in the same render as its button it would close again at once: it has nothing to hang from yet.
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMounted(true), 0);
    return () => clearTimeout(timer);
  }, []);
  // The plain button may have had the focus when this one took its place.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  return (
    <MenuTrigger isOpen={props.open && mounted} onOpenChange={props.onOpenChange}>
      <Button ref={button} className={props.className} aria-label={props.label}>
        {props.trigger}
      </Button>
      <Popover offset={4}>
        <AriaMenu className="menu__popup" aria-label={props.label}>
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
    </MenuTrigger>
  );
}
