/*
 * Shows /offline when a page cannot be reached. Pages always come from the network. Only the offline page and its files are cached,
 * so that no private page is.
 */
const cacheName = "offline-1";
const offline = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      const page = await fetch(offline, { cache: "reload", credentials: "omit" });
      if (!page.ok) throw new Error(`${offline} answered ${page.status}`);
      const html = await page.clone().text();
      const files = html.match(/\/_next\/static\/[^"'\\]+\.(?:css|woff2)/g) ?? [];
      await cache.put(offline, page);
      await cache.addAll([...new Set(files), "/icons.svg", "/pattern.svg"]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

// A notification of a new order, which only staff have (components/admin/order-alerts.ts).
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    (async () => {
      const tabs = await clients.matchAll({ type: "window" });
      const tab = tabs.find(({ url }) => new URL(url).pathname.startsWith("/admin"));
      await (tab ? tab.focus() : clients.openWindow("/admin?tab=orders"));
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(
      (async () => {
        try {
          return (await event.preloadResponse) ?? (await fetch(request));
        } catch {
          return (await caches.match(offline, { ignoreVary: true })) ?? Response.error();
        }
      })(),
    );
  } else if (!navigator.onLine) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((cached) => cached ?? fetch(request)));
  }
});
