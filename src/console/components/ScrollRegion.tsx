import type { ReactNode } from 'react';

/** What scrolls when it does not fit and has nothing to press in it: a stop of Tab, so that keys can scroll it. */
export function ScrollRegion(props: {
  readonly label: string;
  readonly className: string;
  /** Text in its own lines, which is a landmark of the page. */
  readonly isText?: boolean;
  readonly children: ReactNode;
}) {
  const { label, className, isText = false, children } = props;
  const Region = isText ? 'pre' : 'div';
  return (
    <Region className={className} role={isText ? 'region' : 'group'} tabIndex={0} aria-label={label}>
      {children}
    </Region>
  );
}
