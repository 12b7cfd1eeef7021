import { FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { usePlatform } from '../../state/session/platform.ts';
import { Environment, Layers, Retention, Versions } from './Facts.tsx';
import { LookForm } from './LookForm.tsx';
import { Mail } from './Mail.tsx';
import { usePlatformChange } from './use-platform-change.ts';
import '../../components/form/form.css';
import './platform.css';

/** The platform as a whole: its name and logo, its bounds, and what its environment says. */
export default function PlatformPage() {
  const text = useText();
  const { data, error, refetch } = usePlatform();
  const change = usePlatformChange();
  if (error instanceof ApiError && error.status === 403 && error.messageId !== 'sites.platformOnly')
    return <NoPermission permission="system:platform:edit" />;
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={12} />
    ) : (
      <FailedState
        title={text('platform.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className="platform">
      <section className="panel platform__form">
        <header className="panel__head between">
          <h2>{text('page.platform')}</h2>
          <span className="dim text-12 num">{text('platform.ofVersion', { version: data.version })}</span>
        </header>
        <div className="padded">
          <LookForm key={data.version} platform={data} change={change} />
        </div>
      </section>
      <div className="column gap-8 platform__side">
        <Mail platform={data} />
        <Layers platform={data} />
        <Environment platform={data} />
        <Retention platform={data} />
        <Versions platform={data} change={change} />
      </div>
    </div>
  );
}
