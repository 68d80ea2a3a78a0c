/** Stands in for Songbird: it profiles nobody, and shows the bank's page over the document it runs in. */
(function () {
  /** @type {Record<string, (event: ValidatedEvent) => void>} */
  var listeners = {};

  window.Cardinal = {
    configure: function () {},
    setup: function () {
      setTimeout(emit, 0, 'payments.setupComplete', { ActionCode: '' });
    },
    on: function (event, listener) {
      listeners[event] = listener;
    },
    trigger: function () {},
    continue: function (_brand, challenge) {
      showChallenge(challenge.AcsUrl, challenge.TransactionId);
    },
  };

  /**
   * @param {string} bankUrl
   * @param {string} transactionId
   */
  function showChallenge(bankUrl, transactionId) {
    var url = new URL(bankUrl);
    url.searchParams.set('transaction', transactionId);
    url.searchParams.set('origin', window.origin);
    var overlay = createOverlay(url.href);
    addEventListener('message', receive);
    document.body.appendChild(overlay);

    /** @param {MessageEvent} message */
    function receive(message) {
      var isFromBank = message.origin === url.origin && message.data;
      if (!isFromBank || message.data.transactionId !== transactionId) return;
      removeEventListener('message', receive);
      overlay.remove();
      emit('payments.validated', {
        ActionCode: message.data.actionCode,
        Payment: { ProcessorTransactionId: transactionId },
      });
    }
  }

  /** @param {string} bankUrl */
  function createOverlay(bankUrl) {
    var overlay = document.createElement('div');
    overlay.id = 'Cardinal-Overlay';
    Object.assign(overlay.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      display: 'grid',
      placeItems: 'center',
      background: 'rgb(15 20 30 / 55%)',
    });
    var frame = document.createElement('iframe');
    frame.id = 'Cardinal-CCA-IFrame';
    frame.title = 'Autenticação do banco';
    Object.assign(frame.style, {
      width: '100%',
      height: '100%',
      border: '0',
    });
    frame.src = bankUrl;
    overlay.appendChild(frame);
    return overlay;
  }

  /**
   * @param {string} event
   * @param {ValidatedEvent} payload
   */
  function emit(event, payload) {
    var listener = listeners[event];
    if (listener) listener(payload);
  }
})();
