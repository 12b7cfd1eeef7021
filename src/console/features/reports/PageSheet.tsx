import { useEffect, useRef, useState } from 'react';
import type { Language } from '../../../base/messages.ts';
import { FailedState } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { type PageMark, type ReportPage, useReportPages } from '../../state/reports.ts';

/** A4 in points: what marks are measured in. */
const paper = { width: 595.28, height: 841.89 } as const;
/** Pages that are fetched together. */
export const together = 8;

function Mark({ mark, logo }: { readonly mark: PageMark; readonly logo: string | null }) {
  if (mark.k === 't')
    return (
      <text
        x={mark.x}
        y={mark.y}
        fontSize={mark.s}
        fontWeight={mark.b ? 700 : 400}
        fill={mark.c}
        // As wide as on paper, whatever font draws it here.
        textLength={mark.w}
        lengthAdjust="spacingAndGlyphs"
      >
        {mark.v}
      </text>
    );
  if (mark.k === 'p')
    return (
      <path
        d={mark.d}
        fill={mark.fill ?? 'none'}
        stroke={mark.stroke ?? 'none'}
        strokeWidth={mark.width}
        opacity={mark.opacity}
        strokeLinejoin="round"
        strokeLinecap="round"
        {...(mark.dash.length === 0 ? {} : { strokeDasharray: mark.dash.join(' ') })}
      />
    );
  return logo === null ? null : (
    <image href={logo} x={mark.x} y={mark.y} width={mark.w} height={mark.h} preserveAspectRatio="xMinYMid" />
  );
}

/** A page as it is printed. */
function PageSheet(props: {
  readonly page: ReportPage | null;
  readonly logo: string | null;
  readonly number: number;
  readonly total: number;
}) {
  const text = useText();
  const { page, logo, number, total } = props;
  return (
    <article className="rsheet" aria-label={text('reports.page', { page: number, pages: total })}>
      {page !== null && (
        <svg viewBox={`0 0 ${paper.width} ${paper.height}`} aria-hidden={false} role="document">
          <title>{text('reports.page', { page: number, pages: total })}</title>
          {page.marks.map((mark, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks of a page never change their order
            <Mark key={index} mark={mark} logo={logo} />
          ))}
        </svg>
      )}
    </article>
  );
}

/** Some pages, fetched as they come into sight. */
export function PageSlice(props: {
  readonly reportId: number;
  readonly language: Language;
  readonly edition: string;
  readonly first: number;
  readonly total: number;
}) {
  const { reportId, language, edition, first, total } = props;
  const text = useText();
  const [seen, setSeen] = useState(first === 1);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null || seen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '800px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  const pages = useReportPages(reportId, language, { first, count: together, edition, enabled: seen });
  const count = Math.min(together, total - first + 1);
  if (pages.error !== null)
    return (
      <FailedState
        title={text('reports.failed')}
        reason={reasonOf(pages.error, text)}
        onRetry={() => void pages.refetch()}
      />
    );
  return (
    <div className="rslice" ref={place}>
      {Array.from({ length: count }, (_, index) => (
        <PageSheet
          key={`page-${first + index}`}
          page={pages.data?.pages[index] ?? null}
          logo={pages.data?.logo ?? null}
          number={first + index}
          total={total}
        />
      ))}
    </div>
  );
}
