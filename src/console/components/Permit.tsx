import { createContext, type ReactNode, useContext } from 'react';
import { hasPermission } from '../../base/permissions.ts';

const Held = createContext<readonly string[]>([]);

/** Tells everything below which permissions the user has. */
export function PermissionsProvider(props: {
  readonly held: readonly string[];
  readonly children: ReactNode;
}) {
  return <Held value={props.held}>{props.children}</Held>;
}

/** True for what the user may. Asked with nothing it raises a TypeError (src/contract/README.md#session). */
export function usePermitted(): (needs: string | readonly string[]) => boolean {
  const held = useContext(Held);
  return (needs) => hasPermission(held, needs);
}

/**
 * Shows its children to users who have any of the permissions; to others `instead`, or nothing at all.
 * @throws TypeError when asked with nothing
 */
export function Permit(props: {
  readonly needs: string | readonly string[];
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}) {
  return usePermitted()(props.needs) ? props.children : (props.instead ?? null);
}
