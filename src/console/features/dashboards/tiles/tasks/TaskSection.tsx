import type { ReactNode } from 'react';
import type { MessageId } from '../../../../../base/messages.ts';
import { useText } from '../../../../components/i18n.ts';

/** A part of the tile of tasks: its lines under a heading, or the sentence that says that there are none. */
export function TaskSection(props: {
  readonly title: MessageId;
  /** Where there is no line. */
  readonly none: MessageId | null;
  readonly waits: boolean;
  readonly failed: boolean;
  readonly children: ReactNode;
}) {
  const text = useText();
  const says = props.failed ? 'dashboards.tileFailed' : props.waits ? null : props.none;
  return (
    <section className="dtasks__part">
      <h3 className="dim text-11">{text(props.title)}</h3>
      {says === null ? <ul>{props.children}</ul> : <p className="dim text-12">{text(says)}</p>}
    </section>
  );
}
