/** Stands in for Songbird: profiles nothing, and shows the bank's page as an overlay. */
(function () {
  /** @type {Record<string, (event: ValidatedEvent) => void>} */
  const listeners = {};

  window.Cardinal = {
    setup() {
      setTimeout(() => listeners['payments.setupComplete']?.({ ActionCode: '' }));
    },
    on(event, listener) {
      listeners[event] = listener;
    },
    continue(_brand, { AcsUrl, TransactionId }) {
      const url = new URL(AcsUrl);
      url.searchParams.set('transaction', TransactionId);
      url.searchParams.set('origin', window.origin);
      const overlay = showOverlay(url.href);
      addEventListener('message', receive);

      /** @param {MessageEvent} message */
      function receive({ origin, data }) {
        if (origin !== url.origin || data?.transactionId !== TransactionId) return;
        removeEventListener('message', receive);
        overlay.remove();
        listeners['payments.validated']?.({
          ActionCode: data.actionCode,
          Payment: { ProcessorTransactionId: TransactionId },
        });
      }
    },
  };

  /** @param {string} bankUrl */
  function showOverlay(bankUrl) {
    const overlay = document.createElement('div');
    overlay.id = 'Cardinal-Overlay';
    overlay.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: #0f141e8c';
    const frame = document.createElement('iframe');
    frame.id = 'Cardinal-CCA-IFrame';
    frame.title = 'Autenticação do banco';
    frame.style.cssText = 'width: 100%; height: 100%; border: 0';
    frame.src = bankUrl;
    overlay.append(frame);
    document.body.append(overlay);
    return overlay;
  }
})();
