import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { chart } from '../../../../commands/chart/index.ts';
import { formatTime } from '../../../base/time-text.ts';
import { Button } from '../Button.tsx';
import { useCommands } from '../commands.tsx';
import { Fold } from '../Fold.tsx';
import { MomentField } from '../fields/MomentField.tsx';
import { Segmented } from '../fields.tsx';
import { useFormat, useText } from '../i18n.ts';
import { useNarrow } from '../use-narrow.ts';
import { type CurveRange, spanOfDates } from './range.ts';
import './query.css';

const quicks = ['week', 'month', 'quarter', 'latest20'] as const;

/** Text of a date-and-time field by a zone's clocks. */
const toField = (t: number, zone: string) => formatTime(t, zone, 'full').slice(0, 16).replace(' ', 'T');

/**
 * The query panel of src/console/README.md#curves: station, start, end, query, quick ranges. Times are the station's. On a
 * phone the quick ranges are what is seen, and the dates are folded.
 */
export function QueryPanel(props: {
  readonly station: ReactNode;
  readonly range: CurveRange;
  /** What is in view, UTC ms. */
  readonly from: number;
  readonly to: number;
  /** False while it is not known from when to when the range goes: the fields stay empty. */
  readonly isSpanKnown?: boolean;
  readonly zone: string;
}) {
  const { zone, range, from, to, isSpanKnown = true } = props;
  const narrow = useNarrow();
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [edited, setEdited] = useState(false);
  const rangeKey = JSON.stringify(range);
  const asked = useRef(false);
  useEffect(() => {
    // The range that was asked for here may come when the next one is being typed already.
    if (rangeKey !== '' && !asked.current) setEdited(false);
    asked.current = false;
  }, [rangeKey]);
  useEffect(() => {
    // A range that ends now moves with every reading: what is being typed must not go with it.
    if (edited) return;
    setStart(isSpanKnown ? toField(from, zone) : '');
    setEnd(isSpanKnown ? toField(to, zone) : '');
    setProblem(null);
  }, [from, to, zone, edited, isSpanKnown]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const span = spanOfDates(start, end, zone);
    if (typeof span === 'string') setProblem(text(span));
    else {
      setProblem(null);
      setEdited(false);
      asked.current = true;
      commands.run(chart.dates, { from: start, to: end }, 'button');
    }
  };
  const quick = range.type === 'quick' ? range.quick : range.type === 'latest' ? 'latest20' : null;
  const dates = (
    <>
      <div className="query__date">
        <span aria-hidden="true">{text('curve.start')}</span>
        <MomentField
          label={text('curve.start')}
          value={start}
          onChange={(value) => {
            setEdited(true);
            setStart(value);
          }}
        />
      </div>
      <div className="query__date">
        <span aria-hidden="true">{text('curve.end')}</span>
        <MomentField
          label={text('curve.end')}
          value={end}
          onChange={(value) => {
            setEdited(true);
            setEnd(value);
          }}
        />
      </div>
      <span className="faint num">{format.offset(zone, to)}</span>
      <Button submit look="primary" label={text('curve.query')} />
      {problem !== null && (
        <span className="query__problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
  return (
    <form className="query" onSubmit={submit} noValidate>
      {props.station}
      {narrow ? (
        <Fold
          className="query__other"
          head={text('curve.other')}
          isForced={problem !== null || range.type === 'span'}
        >
          {dates}
        </Fold>
      ) : (
        dates
      )}
      <span className="query__space" />
      <Segmented
        label={text('curve.quick')}
        value={quick}
        options={quicks.map((value) => ({ value, label: text(`curve.${value}`) }))}
        onChange={(value) => {
          asked.current = false;
          commands.run(chart.range, { range: value }, 'button');
        }}
      />
    </form>
  );
}
