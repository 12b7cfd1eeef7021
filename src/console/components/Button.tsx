import type { ReactNode, Ref } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { Keys } from './Keys.tsx';

interface ButtonProps {
  readonly label: string;
  readonly onPress?: (() => void) | undefined;
  readonly icon?: IconName | undefined;
  readonly look?: 'plain' | 'primary' | 'danger' | 'ghost';
  readonly large?: boolean;
  /** Only the icon; the label is its name and tooltip. */
  readonly iconOnly?: boolean;
  readonly pressed?: boolean | undefined;
  /** Why it cannot be pressed now; shown as its tooltip. */
  readonly disabled?: string | boolean | undefined;
  readonly submit?: boolean;
  readonly keys?: string | undefined;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly className?: string;
}

/** A button with a name, an optional icon and key. */
export function Button(props: ButtonProps) {
  const {
    label,
    onPress,
    icon,
    look = 'plain',
    large,
    iconOnly,
    pressed,
    disabled,
    submit,
    keys,
    children,
  } = props;
  const classes = [
    'button',
    look === 'plain' ? '' : `button--${look}`,
    large ? 'button--large' : '',
    iconOnly ? 'button--icon' : '',
  ];
  const why = typeof disabled === 'string' ? disabled : undefined;
  return (
    <button
      ref={props.ref}
      type={submit ? 'submit' : 'button'}
      className={[...classes, props.className ?? ''].filter(Boolean).join(' ')}
      onClick={onPress}
      disabled={disabled !== undefined && disabled !== false}
      title={why ?? (iconOnly ? label : undefined)}
      {...(iconOnly ? { 'aria-label': label } : {})}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      {icon && <Icon name={icon} />}
      {!iconOnly && label}
      {children}
      {keys && <Keys value={keys} />}
    </button>
  );
}
