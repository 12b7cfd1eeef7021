import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Confirm } from '../../components/dialog/Confirm.tsx';
import { useText } from '../../components/i18n.ts';
import { setUnauthorised } from '../../state/connection/client.ts';
import { dropSession, hasToken } from '../../state/connection/session.ts';
import { loginAddress } from '../address.ts';

/** HTTP 401: an alert asks the user to log in (src/console/README.md#errors). Who declines is not asked again before the next login. */
export function LoginAlert() {
  const text = useText();
  const [path, navigate] = useLocation();
  const [asked, setAsked] = useState(false);
  const declined = useRef(false);
  useEffect(() => {
    setUnauthorised(() => {
      if (hasToken() && !declined.current) setAsked(true);
    });
    return () => setUnauthorised(() => undefined);
  }, []);
  useEffect(() => {
    if (path === '/login') declined.current = false;
  }, [path]);
  if (!asked) return null;
  const onAnswer = (yes: boolean) => {
    setAsked(false);
    declined.current = !yes;
    if (!yes) return;
    const target = loginAddress(location.pathname, location.search);
    dropSession();
    navigate(target);
  };
  return <Confirm question={text('http.401')} confirm={text('page.login')} onAnswer={onAnswer} />;
}
