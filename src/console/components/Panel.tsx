import type { ReactNode } from 'react';

/** A panel with its title, for what stands beside a list (`split`). */
export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="panel split__panel">
      <header className="panel__head">
        <h2>{title}</h2>
      </header>
      <div className="split__inner">{children}</div>
    </section>
  );
}
