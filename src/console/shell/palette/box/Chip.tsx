/** A part of what is asked for that Backspace takes away. */
export function Chip({ mark, label }: { readonly mark?: string; readonly label: string }) {
  return (
    <span className="palette__chip text-12">
      {mark !== undefined && <b className="mono">{mark}</b>}
      <span className="ellipsis">{label}</span>
    </span>
  );
}
