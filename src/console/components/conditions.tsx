import { type ReactNode, useId } from 'react';
import { page as pageCommands } from '../../../commands/page.ts';
import { isKnownPermission } from '../../base/permissions.ts';
import { CommandButton } from './commands.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { useText } from './i18n.ts';
import { useOffer } from './screen.ts';

/** What is so, why, and the next step. */
export function EmptyState(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly failed?: boolean;
}) {
  return (
    <div
      className={`condition ${props.failed ? 'condition--failed' : ''}`}
      role={props.failed ? 'alert' : undefined}
    >
      <Icon name={props.icon} />
      <h2>{props.title}</h2>
      {props.children && <p>{props.children}</p>}
      {props.actions && <div className="condition__actions">{props.actions}</div>}
    </div>
  );
}

/** The button that tries again what failed here. */
export function Retry({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  const of = useId();
  useOffer(pageCommands.retry, onRetry, { of });
  return (
    <CommandButton
      command={pageCommands.retry}
      args={{ of }}
      look="primary"
      icon="refresh"
      label={text('action.retry')}
    />
  );
}

/** Something did not load. `reason` is the server's sentence or the status's. */
export function FailedState(props: {
  readonly title: string;
  readonly reason: string;
  readonly onRetry: () => void;
}) {
  return (
    <EmptyState failed icon="cloud-off" title={props.title} actions={<Retry onRetry={props.onRetry} />}>
      {props.reason}
    </EmptyState>
  );
}

/** The user lacks a permission; says in words which. */
export function NoPermission({ permission }: { readonly permission: string }) {
  const text = useText();
  return (
    <EmptyState icon="lock" title={text('noPermission.title')}>
      {text('noPermission.text', {
        permission: isKnownPermission(permission) ? text(`permission.${permission}`) : permission,
      })}
    </EmptyState>
  );
}

/** The shape of rows that are on their way. */
export function LoadingRows({ rows = 8 }: { readonly rows?: number }) {
  const text = useText();
  return (
    <output className="skeleton" aria-label={text('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={`row-${index + 1}`} style={{ width: `${90 - ((index * 17) % 45)}%` }} />
      ))}
    </output>
  );
}

/** A page whose data is not there: it may not be seen, could not be had (`reason` says why), or is on its way (null). */
export function Unready(props: {
  /** What could not be had. */
  readonly title: string;
  readonly reason: string | null;
  /** The permission that is lacking; null = none is. */
  readonly lacks: string | null;
  readonly onRetry: () => void;
}) {
  const { title, reason, lacks, onRetry } = props;
  if (lacks !== null) return <NoPermission permission={lacks} />;
  if (reason === null) return <LoadingRows rows={12} />;
  return <FailedState title={title} reason={reason} onRetry={onRetry} />;
}
