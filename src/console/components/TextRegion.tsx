import type { ReactNode } from 'react';

/** Text in its own lines that scrolls when it does not fit: it is a stop of Tab, so that keys can scroll it. */
export function TextRegion(props: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const { label, className, children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <pre className={className} role="region" tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
