import type { ReactNode } from 'react';

/** What scrolls when it does not fit and has nothing to press in it: a stop of Tab, so that keys can scroll it. */
export function ScrollRegion(props: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const { label, className, children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <div className={className} role="group" tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}
