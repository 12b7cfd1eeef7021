import { useSnapshot } from 'valtio';
import { useCommands } from '../components/commands.tsx';
import { Icon, type IconName } from '../components/Icon.tsx';
import { useText } from '../components/i18n.ts';
import { dismiss, notices, type Severity } from '../state/notices.ts';
import './notices.css';

const icons: Readonly<Record<Severity, IconName>> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'circle-x',
};

/** What has just happened, for five seconds; errors lead to their log entry. */
export function Notices() {
  const text = useText();
  const commands = useCommands();
  const { list } = useSnapshot(notices);
  return (
    <div className="notices" aria-live="polite">
      {list.map((notice) => (
        <div key={notice.id} className={`notice notice--${notice.severity}`}>
          <Icon name={icons[notice.severity]} />
          <p>
            {notice.text}{' '}
            {notice.logId !== null && (
              <button type="button" className="link" onClick={() => commands.run('navigation.log')}>
                {text('notice.logEntry')}
              </button>
            )}
          </p>
          <button type="button" aria-label={text('action.close')} onClick={() => dismiss(notice.id)}>
            <Icon name="x" />
          </button>
        </div>
      ))}
    </div>
  );
}
