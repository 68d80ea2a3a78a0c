/**
 * Behaves towards the page like Cielo's MPI script: it reads `bpmpi_config` once, finds its inputs by
 * class, has no time limits and does not notice when its sub-script fails to load.
 */
(function () {
  const script = document.currentScript;
  const origin = script && 'src' in script ? new URL(script.src).origin : '';
  const config = window.bpmpi_config ? window.bpmpi_config() : { Debug: true, Environment: 'PRD' };
  let token = '';
  let isLoaded = false;

  const singleFields = (
    'auth auth_notifyonly auth_suppresschallenge challenge_window_size ordernumber currency totalamount ' +
    'installments paymentmethod cardnumber cardexpirationmonth cardexpirationyear cardalias default_card ' +
    'cardaddeddate order_productcode order_recurrence order_countlast24hours order_countlast6months ' +
    'order_countlast1year order_cardattemptslast24hours order_marketingoptin order_marketingsource ' +
    'merchant_url merchant_newcustomer transaction_mode device_ipaddress device_channel billto_customerid ' +
    'billto_contactname billto_phonenumber billto_email billto_street1 billto_street2 billto_city ' +
    'billto_state billto_zipcode billto_country shipto_sameasbillto shipto_addressee shipto_phonenumber ' +
    'shipto_email shipto_street1 shipto_street2 shipto_city shipto_state shipto_zipcode shipto_country ' +
    'shipto_shippingmethod shipto_firstusagedate useraccount_guest useraccount_createddate ' +
    'useraccount_changeddate useraccount_passwordchangeddate useraccount_authenticationmethod ' +
    'useraccount_authenticationprotocol useraccount_authenticationtimestamp giftcard_amount ' +
    'giftcard_currency mdd1 mdd2 mdd3 mdd4 mdd5 brand_establishment_code'
  ).split(' ');

  const countedFields = {
    cart: ['name', 'description', 'sku', 'quantity', 'unitprice'],
    device: ['fingerprint', 'provider'],
  };

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
    songbird.src = songbirdUrl();
    document.head.append(songbird);
  }

  function init() {
    const order = {
      orderNumber: read('ordernumber'),
      currency: read('currency'),
      amount: read('totalamount'),
    };
    post('/v2/3ds/init', order, (answer) => {
      cardinal().configure({ timeout: '8000', maxRequestRetries: '10' });
      cardinal().on('payments.setupComplete', () => notify('onReady'));
      cardinal().on('payments.validated', validated);
      cardinal().setup('init', { jwt: String(answer.Token) });
    });
  }

  function authenticate() {
    if (read('auth') === 'false') return notify('onDisabled');
    if (!isLoaded) return;
    cardinal().trigger('accountNumber.update', read('cardnumber'));
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

  /** Collects the inputs of the page; counted ones become lists, empty ones are left out. */
  function collectFields() {
    /** @type {Record<string, unknown>} */
    const fields = { browserInfo: browserInfo() };
    for (const name of singleFields) {
      const value = read(name);
      if (value) fields[name.replaceAll('_', '')] = value;
    }
    for (const [name, members] of Object.entries(countedFields)) {
      const items = collectItems(name, members);
      if (items.length > 0) fields[name] = items;
    }
    return fields;
  }

  /** @type {(list: string, members: string[]) => object[]} */
  function collectItems(list, members) {
    const items = [];
    for (let number = 1; ; number++) {
      const values = members.map((member) => [member, read(`${list}_${number}_${member}`)]);
      const given = values.filter(([, value]) => value);
      if (given.length === 0) return items;
      items.push(Object.fromEntries(given));
    }
  }

  function browserInfo() {
    return {
      userAgent: navigator.userAgent,
      screenWidth: screen.width,
      screenHeight: screen.height,
      colorDepth: screen.colorDepth,
      timeZoneOffset: new Date().getTimezoneOffset(),
      language: navigator.language,
      javaEnabled: 'N',
      javascriptEnabled: 'Y',
    };
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

  /** The first part of the token is public; it lets the sandbox withhold the sub-script. */
  function songbirdUrl() {
    if (config['Environment'] !== 'SDB' && config['Environment'] !== 'TST')
      return origin + '/songbird/production.js';
    return origin + '/songbird/v2.0.0/songbird.js?session=' + token.split('.')[0];
  }

  function cardinal() {
    if (!window.Cardinal) throw new ReferenceError('Cardinal is not defined');
    return window.Cardinal;
  }
})();
