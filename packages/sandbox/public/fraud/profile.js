/**
 * Stands in for a fraud vendor's script: reads the ids from its own URL and reports them to its
 * server.
 */
(function () {
  const script = document.currentScript;
  if (!script || !('src' in script)) return;
  const { origin, pathname, searchParams } = new URL(script.src);
  const session = searchParams.get('session') || '';
  Object.assign(window, { __fraudProfile: { merchantId: pathname.split('/')[2] || '', session } });
  const beacon = `${origin}/beacon?session=${encodeURIComponent(session)}`;
  fetch(beacon, { mode: 'no-cors', keepalive: true }).catch(() => undefined);
})();
