import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { clearLog, frontendLog } from '../../state/frontend-log.ts';
import './log.css';

/** The frontend log: equal errors as one line with count, first and last time. Texts are shown as text. */
export default function LogPage() {
  const text = useText();
  const format = useFormat();
  const { entries } = useSnapshot(frontendLog);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  useEffect(() => {
    frontendLog.unseen = 0;
  }, []);
  const copy = () => void navigator.clipboard.writeText(JSON.stringify(entries, null, 2));
  if (entries.length === 0) {
    return (
      <EmptyState icon="scroll-text" title={text('log.empty.title')}>
        {text('log.empty.text')}
      </EmptyState>
    );
  }
  return (
    <section className="log">
      <header className="log__head">
        <h1>{text('page.log')}</h1>
        <span className="faint">{text('log.count', { count: entries.length })}</span>
        <Button label={text('log.copy')} onPress={copy} />
        <Button label={text('log.clear')} icon="trash" onPress={clearLog} />
      </header>
      <div className="log__scroll">
        <table className="log__table">
          <thead>
            <tr>
              <th>{text('log.last')}</th>
              <th>{text('log.first')}</th>
              <th>{text('log.times')}</th>
              <th>{text('log.message')}</th>
              <th>{text('log.url')}</th>
              <th>{text('log.user')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td className="num">{format.time(entry.lastAt, zone, 'full')}</td>
                <td className="num">{format.time(entry.firstAt, zone, 'full')}</td>
                <td className="num log__number">{entry.count}</td>
                <td>
                  <details>
                    <summary>{entry.message}</summary>
                    <pre className="mono">{entry.detail}</pre>
                  </details>
                </td>
                <td className="mono">{entry.url}</td>
                <td>{entry.user}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
