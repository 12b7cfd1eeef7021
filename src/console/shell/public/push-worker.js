/** Shows messages of alarms while the console is closed: src/server/notify/channels/push.ts sends them. */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, rank, tag, open, answer, words } = event.data.json();
  const actions = [
    ...(answer === null ? [] : [{ action: 'acknowledge', title: words.acknowledge }]),
    { action: 'open', title: words.open },
  ];
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      actions,
      renotify: true,
      requireInteraction: rank >= 3,
      data: { title, tag, open, answer, words },
    }),
  );
});

const page = (path) => new URL(path, self.location.origin);

async function openPage(path) {
  const address = page(path);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = windows.find(({ url }) => new URL(url).origin === address.origin);
  if (own === undefined) return self.clients.openWindow(address.href);
  await own.focus();
  return own.navigate(address.href).catch(() => self.clients.openWindow(address.href));
}

/** The mark of what was done, or of what failed: words in the user's language are on the page that a press opens. */
async function acknowledge({ title, tag, open, answer, words }) {
  const done = await fetch(page(answer), { method: 'POST' })
    .then(({ ok }) => ok)
    .catch(() => false);
  return self.registration.showNotification(`${done ? '✓' : '✗'} ${words.acknowledge}`, {
    body: title,
    tag,
    actions: [{ action: 'open', title: words.open }],
    requireInteraction: !done,
    data: { title, tag, open, answer, words },
  });
}

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const { data } = notification;
  event.waitUntil(action === 'acknowledge' && data.answer !== null ? acknowledge(data) : openPage(data.open));
});
