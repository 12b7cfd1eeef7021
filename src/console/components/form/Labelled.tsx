import { type ReactNode, useId } from 'react';

/** A field under its label, of an editor whose fields are not those of a form. */
export function Labelled(props: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <label className="field__label" htmlFor={id}>
        {props.label}
      </label>
      <div className="field">{props.children(id)}</div>
    </div>
  );
}
