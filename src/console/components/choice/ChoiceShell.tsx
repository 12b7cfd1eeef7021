import { type ReactNode, useEffect, useRef } from 'react';
import type { CommandCall } from '../../../command/command.ts';
import { CommandButton } from '../commands.tsx';
import type { IconName } from '../Icon.tsx';
import './choice.css';

/** A button with a choice that it opens: Escape and a press elsewhere close it. */
export function ChoiceShell(props: {
  /** The button's words; `toggle` opens and closes. */
  readonly label: string;
  readonly icon: IconName;
  readonly toggle: CommandCall;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { open, onClose } = props;
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const away = (event: Event) => {
      if (event.target instanceof Node && !holder.current?.contains(event.target)) onClose();
    };
    addEventListener('pointerdown', away);
    addEventListener('focusin', away);
    return () => {
      removeEventListener('pointerdown', away);
      removeEventListener('focusin', away);
    };
  }, [open, onClose]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from wherever in it the focus is
    <div
      className="multi rigid"
      ref={holder}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
        holder.current?.querySelector('button')?.focus();
      }}
    >
      <CommandButton
        command={props.toggle.command}
        args={props.toggle.args}
        label={props.label}
        icon={props.icon}
        pressed={open}
      />
      {open && (
        <div className="multi__popup column gap-6" role="dialog" aria-label={props.label}>
          {props.children}
        </div>
      )}
    </div>
  );
}
