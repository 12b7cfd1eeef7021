import type { ReactNode } from 'react';

/** A line of a tile that leads somewhere: a mark, a title, a smaller note, and something at its end. */
export function TileLine(props: {
  readonly mark?: ReactNode;
  /** What the mark means. */
  readonly hint?: string;
  readonly title: string;
  readonly note: string;
  readonly end: string;
  readonly isStrong?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <li>
      <button type="button" className="dtile__line" title={props.title} onClick={props.onPress}>
        {props.mark !== undefined && (
          <span className="rigid" title={props.hint}>
            {props.mark}
            <span className="visually-hidden">{props.hint}</span>
          </span>
        )}
        <span className="grow yields column">
          <span className={`ellipsis ${props.isStrong === true ? 'strong' : ''}`}>{props.title}</span>
          {props.note !== '' && <span className="ellipsis dim text-11">{props.note}</span>}
        </span>
        <span className="num dim rigid">{props.end}</span>
      </button>
    </li>
  );
}
