/**
 * Behaves like Cielo's MPI script: reads `bpmpi_config` once, finds its inputs by class, has no
 * timeouts, and doesn't notice when its sub-script fails to load.
 */
(function () {
  const script = document.currentScript;
  const origin = script && 'src' in script ? new URL(script.src).origin : '';
  const config = window.bpmpi_config ? window.bpmpi_config() : { Debug: true, Environment: 'PRD' };
  let token = '';
  let isLoaded = false;

  window.BP = { Mpi: { version: 'sandbox' } };
  window.bpmpi_load = load;
  window.bpmpi_authenticate = authenticate;
  load();

  function load() {
    if (read('auth') === 'false') return notify('onDisabled');
    if (isLoaded) return;
    isLoaded = true;
    token = read('accesstoken');
    input('accesstoken')?.remove();
    const songbird = document.createElement('script');
    songbird.addEventListener('load', init);
    songbird.crossOrigin = 'anonymous';
    const isSandbox = config['Environment'] === 'SDB' || config['Environment'] === 'TST';
    songbird.src = `${origin}/songbird/${isSandbox ? 'v2.0.0/songbird' : 'production'}.js`;
    document.head.append(songbird);
  }

  function init() {
    const order = {
      orderNumber: read('ordernumber'),
      currency: read('currency'),
      amount: read('totalamount'),
    };
    post('/v2/3ds/init', order, () => {
      cardinal().on('payments.setupComplete', () => notify('onReady'));
      cardinal().on('payments.validated', validated);
      cardinal().setup();
    });
  }

  function authenticate() {
    if (read('auth') === 'false') return notify('onDisabled');
    if (!isLoaded) return;
    post('/v2/3ds/enroll', collectFields(), enrolled);
  }

  /** @param {MpiAnswer} answer */
  function enrolled(answer) {
    switch (answer.Status ?? '') {
      case 'ENROLLED':
        return challenge(answer);
      case 'VALIDATION_NEEDED':
        return validate(answer.AuthenticationTransactionId);
      case 'AUTHENTICATION_CHECK_NEEDED':
        return judge(answer.Authentication ?? {});
      case 'NOT_ENROLLED':
        return notify('onUnenrolled', result(answer));
      case 'FAILED':
        return notify('onFailure', result(answer));
      case 'UNSUPPORTED_BRAND':
        return notify('onUnsupportedBrand', fault(answer));
      default:
        return notify('onError', fault(answer));
    }
  }

  /** @param {MpiAnswer} answer */
  function challenge(answer) {
    if (read('auth_suppresschallenge') === 'true') {
      const answered = { ReturnCode: 'MPI601', ReturnMessage: 'Challenge suppressed' };
      return notify('onChallengeSuppression', fault(answered));
    }
    cardinal().continue('cca', {
      AcsUrl: String(answer.AcsUrl),
      Payload: String(answer.Pareq),
      TransactionId: String(answer.AuthenticationTransactionId),
    });
  }

  /** @param {ValidatedEvent} event */
  function validated(event) {
    const transactionId = event.Payment?.ProcessorTransactionId;
    const isKnown = ['SUCCESS', 'NOACTION', 'FAILURE'].includes(event.ActionCode);
    if (isKnown || transactionId) return validate(transactionId);
    const isError = event.ActionCode === 'ERROR';
    notify('onError', fault({ ReturnCode: isError ? 'MPI901' : 'MPI902' }));
  }

  /** @param {string} [transactionId] */
  function validate(transactionId) {
    post('/v2/3ds/validate', { ...collectFields(), transactionId }, judge);
  }

  /** @param {MpiAnswer} answer */
  function judge(answer) {
    switch (answer.Status ?? '') {
      case 'AUTHENTICATED':
        return notify('onSuccess', result(answer, answer.Cavv));
      case 'UNAVAILABLE':
        return notify('onUnenrolled', result(answer, answer.Cavv));
      case 'FAILED':
        return notify('onFailure', result(answer));
      default:
        return notify('onError', fault(answer));
    }
  }

  /** @type {(answer: MpiAnswer, cavv?: string | null) => object} */
  function result(answer, cavv) {
    const { Xid, Eci, Version, DirectoryServerTransactionId: ReferenceId } = answer;
    return { ...(cavv !== undefined && { Cavv: cavv }), Xid, Eci, Version, ReferenceId };
  }

  /** @param {Pick<MpiAnswer, 'ReturnCode' | 'ReturnMessage'>} answer */
  function fault({ ReturnCode, ReturnMessage }) {
    return { Xid: null, Eci: null, ReturnCode, ReturnMessage, ReferenceId: null };
  }

  /** @type {(callback: string, payload?: object) => void} */
  function notify(callback, payload) {
    const listener = config[callback];
    if (typeof listener === 'function') listener(payload);
  }

  /** @type {(path: string, body: object, onAnswer: (answer: MpiAnswer) => void) => void} */
  function post(path, body, onAnswer) {
    const request = new XMLHttpRequest();
    request.open('POST', origin + path);
    request.setRequestHeader('Authorization', 'Bearer ' + token);
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('X-Script-Version', '0.0.1');
    request.addEventListener('loadend', () => {
      if (request.status === 200) return onAnswer(JSON.parse(request.responseText));
      const ReturnMessage = 'An error has occurred (' + request.status + ')';
      notify('onError', fault({ ReturnCode: 'MPI900', ReturnMessage }));
    });
    request.send(JSON.stringify(body));
  }

  /** Collects the page's inputs by name, without underscores; skips empty ones. */
  function collectFields() {
    const inputs = Array.from(document.querySelectorAll('[class^=bpmpi_]'));
    const names = inputs.map(({ className }) => className.replace('bpmpi_', ''));
    const filled = names.filter((name) => read(name) !== '');
    return Object.fromEntries(filled.map((name) => [name.replaceAll('_', ''), read(name)]));
  }

  /** @param {string} name */
  function input(name) {
    const found = document.getElementsByClassName('bpmpi_' + name)[0];
    return found && 'value' in found ? found : undefined;
  }

  /** @param {string} name */
  function read(name) {
    const found = input(name);
    return found ? String(found.value) : '';
  }

  function cardinal() {
    if (!window.Cardinal) throw new ReferenceError('Cardinal is not defined');
    return window.Cardinal;
  }
})();
