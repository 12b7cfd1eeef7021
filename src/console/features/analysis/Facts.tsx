import type { ReactNode } from 'react';

/** Names and values of the rail; those without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode] | null)[] }) {
  return (
    <dl className="terms pairs num">
      {facts.map(
        (fact) =>
          fact !== null && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd className="strong">{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The answer at the head of the rail, and in small what it rests on. */
export function Answer(props: {
  readonly head: string;
  readonly answer: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <section>
      <h2>{props.head}</h2>
      <p className="analysis__answer num">{props.answer}</p>
      {props.note !== undefined && <p className="dim text-12">{props.note}</p>}
    </section>
  );
}
