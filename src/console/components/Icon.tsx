import type { LucideIcon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { firstIcons } from './icons/first.ts';
import type { laterIcons } from './icons/later.ts';

export type IconName = keyof typeof firstIcons | keyof typeof laterIcons;

let icons: Readonly<Partial<Record<IconName, LucideIcon>>> = firstIcons;
const listeners = new Set<() => void>();

/** Takes in more of the set; what already shows one of them draws it. */
export function addIcons(more: typeof laterIcons): void {
  icons = { ...icons, ...more };
  for (const listener of listeners) listener();
}

/** True for a name of the set; names of menus come from the server. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(icons, name);
}

const onAdded = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

interface IconProps {
  readonly name: IconName;
  readonly className?: string;
}

/** Its place, until it has come. */
function LateIcon({ name, className = '' }: IconProps) {
  const Shape = useSyncExternalStore(onAdded, () => icons[name]);
  if (Shape === undefined) return <svg className={`icon ${className}`} aria-hidden="true" />;
  return <Shape className={`icon ${className}`} aria-hidden="true" />;
}

/** An icon of the console's set; decoration, so the label stands elsewhere. */
export function Icon({ name, className = '' }: IconProps) {
  const Shape = Object.hasOwn(firstIcons, name) ? icons[name] : undefined;
  if (Shape === undefined) return <LateIcon name={name} className={className} />;
  return <Shape className={`icon ${className}`} aria-hidden="true" />;
}
