import {
  CalendarDate,
  CalendarDateTime,
  type DateValue,
  parseDate,
  parseDateTime,
} from '@internationalized/date';
import { type ClipboardEvent, type KeyboardEvent, useContext, useEffect, useMemo, useState } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateFieldStateContext,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  I18nProvider,
  Popover,
} from 'react-aria-components';
import { useIntl } from 'react-intl';
import { Icon } from '../Icon.tsx';
import { useText } from '../i18n.ts';
import './moment-field.css';

/** Dates are written as everywhere in the console, year first. */
const locales: Readonly<Record<string, string>> = { en: 'en-CA' };

/** A date, or a date and a time of a clock, as a text of the field: `2026-11-20`, `2026-11-20T14:13`. */
function read(text: string, precision: 'day' | 'minute'): DateValue | null {
  try {
    return precision === 'day' ? parseDate(text) : parseDateTime(text);
  } catch {
    return null;
  }
}

const two = (number: number) => String(number).padStart(2, '0');

function write(value: DateValue | null): string {
  if (value === null) return '';
  const day = `${String(value.year).padStart(4, '0')}-${two(value.month)}-${two(value.day)}`;
  return value instanceof CalendarDateTime ? `${day}T${two(value.hour)}:${two(value.minute)}` : day;
}

/** What is pasted, as a text of the field: dates with strokes or slashes, with or without a time. Null for anything else. */
export function pastedMoment(text: string, precision: 'day' | 'minute'): string | null {
  const parts =
    /^\s*(\d{4})[-/年](\d\d?)[-/月](\d\d?)日?(?:[T ,]+(\d\d?):(\d\d)(?::\d\d(?:\.\d+)?)?)?\s*$/.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const moment =
    precision === 'day'
      ? new CalendarDate(year, month, day)
      : new CalendarDateTime(year, month, day, hour, minute);
  const written = write(moment);
  // What no calendar has is brought into its bounds by the constructor.
  return Number(written.slice(5, 7)) === month &&
    Number(written.slice(8, 10)) === day &&
    hour < 24 &&
    minute < 60
    ? written
    : null;
}

type Fill = 'empty' | 'part' | 'whole';

/** Reports how much of a field is filled in, where that changes: the field itself keeps its last whole value. */
function Watch({ onFill }: { readonly onFill: (fill: Fill) => void }) {
  const parts = useContext(DateFieldStateContext)?.segments.filter(({ isEditable }) => isEditable) ?? [];
  const missing = parts.filter(({ isPlaceholder }) => isPlaceholder).length;
  const fill = missing === 0 ? 'whole' : missing === parts.length ? 'empty' : 'part';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is filled in makes it known
  useEffect(() => onFill(fill), [fill]);
  return null;
}

/**
 * A day, or a day and a time, by the clocks that the caller means: each part is typed, moved by arrow keys, pasted as a
 * whole, or chosen in a calendar, in the user's language. `value` is `2026-11-20` or `2026-11-20T14:13`; '' = not whole.
 */
export function MomentField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly precision?: 'day' | 'minute';
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  readonly className?: string;
  /** What stands behind the parts: the offset of their clocks. */
  readonly unit?: string;
}) {
  const { label, value, onChange, precision = 'minute', invalid = false, disabled = false } = props;
  const { locale } = useIntl();
  const text = useText();
  // While a part is missing the caller has no value, and the field the one that it had: its other parts stay.
  const [before, setBefore] = useState<string | null>(null);
  const given = value === '' ? (before ?? '') : value;
  const shown = useMemo(() => read(given, precision), [given, precision]);
  const fill = (filled: Fill) => {
    if (filled === 'part' && value !== '') {
      setBefore(value);
      onChange('');
    } else if (filled !== 'part') {
      // Completed to what it was: that is no change for the field.
      if (filled === 'whole' && value === '' && before !== null) onChange(before);
      setBefore(null);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = pastedMoment(event.clipboardData.getData('text'), precision);
    if (pasted === null || disabled) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(pasted);
  };
  // As in every other field of a form.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const part = event.target;
    const form = event.currentTarget.closest('form');
    if (event.key !== 'Enter' || form === null || !(part instanceof HTMLElement)) return;
    if (part.getAttribute('role') !== 'spinbutton') return;
    // A day that its month does not have becomes the last one of it when the field is left.
    part.blur();
    setTimeout(() => {
      form.requestSubmit();
      part.focus();
    });
  };
  return (
    <I18nProvider locale={locales[locale] ?? locale}>
      <DatePicker
        className={`moment ${props.className ?? ''}`}
        aria-label={label}
        {...(props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy })}
        value={shown}
        onChange={(next) => onChange(write(next))}
        granularity={precision}
        hourCycle={24}
        shouldForceLeadingZeros
        isInvalid={invalid}
        isDisabled={disabled}
      >
        <Group
          className={`field moment__box ${invalid ? 'field--invalid' : ''}`}
          onPasteCapture={onPaste}
          onKeyDownCapture={onKeyDown}
        >
          <DateInput className="moment__parts num">
            {(segment) => (
              <>
                {segment.type === 'year' && <Watch onFill={fill} />}
                <DateSegment segment={segment} className="moment__part" />
              </>
            )}
          </DateInput>
          {props.unit !== undefined && <span className="unit">{props.unit}</span>}
          <Button className="moment__open" aria-label={text('moment.calendar')}>
            <Icon name="calendar" />
          </Button>
        </Group>
        <Popover className="moment__popup" offset={4}>
          <Dialog className="moment__dialog">
            <Calendar>
              <header className="moment__month">
                <Button slot="previous" className="moment__step">
                  <Icon name="chevron-left" />
                </Button>
                <Heading className="moment__name" />
                <Button slot="next" className="moment__step">
                  <Icon name="chevron-right" />
                </Button>
              </header>
              <CalendarGrid className="moment__days num">
                {(date) => <CalendarCell date={date} className="moment__day" />}
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}
