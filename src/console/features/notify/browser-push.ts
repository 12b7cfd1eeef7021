/** Subscribing this browser to messages (Push API). */
import type { BodyOf } from '../../../contract/call.ts';
import type { addBrowser } from '../../../contract/notify/notify.ts';

/** Why this browser cannot take messages: ids end in these. */
export type PushObstacle = 'insecure' | 'unsupported' | 'denied';

export function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Name of this browser in a list: what it is, on what it runs. */
function labelOf(agent: string): string {
  const browser = /(Edg|Firefox|Chrome|Safari)\//.exec(agent)?.[1] ?? 'Browser';
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1] ?? '';
  return `${browser === 'Edg' ? 'Edge' : browser} ${system}`.trim();
}

/** Asks for permission and subscribes. @throws what the browser says */
export async function subscribe(
  pushKey: string,
): Promise<BodyOf<typeof addBrowser> | { readonly obstacle: PushObstacle }> {
  const obstacle = pushObstacle();
  if (obstacle !== null) return { obstacle };
  if ((await Notification.requestPermission()) !== 'granted') return { obstacle: 'denied' };
  await navigator.serviceWorker.register('/dist/push-worker.js', { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  return {
    endpoint: found.endpoint,
    p256dh: base64url(found.getKey('p256dh')),
    auth: base64url(found.getKey('auth')),
    label: labelOf(navigator.userAgent),
  };
}
