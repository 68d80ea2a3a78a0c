/**
 * Behaves towards the page like Cielo's MPI script: it reads `bpmpi_config` once, finds its inputs by class,
 * knows no time limits and loads its sub-script without an error handler. It is one long file, because a page
 * loads it as one script.
 */
(function () {
  var origin = scriptOrigin();
  /** @type {MpiConfig} */
  var config = window.bpmpi_config ? window.bpmpi_config() : { Debug: true, Environment: 'PRD' };
  var token = '';
  var isLoaded = false;

  var singleFields = (
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

  /** @type {Record<string, string[]>} */
  var countedFields = {
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
    token = takeToken();
    var script = document.createElement('script');
    script.addEventListener('load', init);
    script.crossOrigin = 'anonymous';
    script.src = songbirdUrl();
    document.head.appendChild(script);
  }

  function init() {
    var order = {
      orderNumber: read('ordernumber'),
      currency: read('currency'),
      amount: read('totalamount'),
    };
    post('/v2/3ds/init', order, function (answer) {
      cardinal().configure({ timeout: '8000', maxRequestRetries: '10' });
      cardinal().on('payments.setupComplete', function () {
        notify('onReady');
      });
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
    switch (answer.Status || '') {
      case 'ENROLLED':
        return challenge(answer);
      case 'VALIDATION_NEEDED':
        return validate(answer.AuthenticationTransactionId);
      case 'AUTHENTICATION_CHECK_NEEDED':
        return judge(answer.Authentication || {});
      case 'NOT_ENROLLED':
        return notify('onUnenrolled', result(answer));
      case 'FAILED':
        return notify('onFailure', result(answer));
      case 'UNSUPPORTED_BRAND':
        return notify('onUnsupportedBrand', fault(answer.ReturnCode, answer.ReturnMessage));
      default:
        return notify('onError', fault(answer.ReturnCode, answer.ReturnMessage));
    }
  }

  /** @param {MpiAnswer} answer */
  function challenge(answer) {
    if (read('auth_suppresschallenge') === 'true') {
      return notify('onChallengeSuppression', fault('MPI601', 'Challenge suppressed'));
    }
    cardinal().continue('cca', {
      AcsUrl: String(answer.AcsUrl),
      Payload: String(answer.Pareq),
      TransactionId: String(answer.AuthenticationTransactionId),
    });
  }

  /** @param {{ ActionCode: string, Payment?: { ProcessorTransactionId?: string } }} event */
  function validated(event) {
    var transactionId = event.Payment && event.Payment.ProcessorTransactionId;
    var isKnown = ['SUCCESS', 'NOACTION', 'FAILURE'].indexOf(event.ActionCode) >= 0;
    if (isKnown || transactionId) return validate(transactionId);
    notify(
      'onError',
      event.ActionCode === 'ERROR'
        ? fault('MPI901', 'Unexpected error')
        : fault('MPI902', 'Unexpected authentication response'),
    );
  }

  /** @param {string} [transactionId] */
  function validate(transactionId) {
    var fields = collectFields();
    if (transactionId) fields.transactionId = transactionId;
    post('/v2/3ds/validate', fields, judge);
  }

  /** @param {MpiAnswer} authentication */
  function judge(authentication) {
    switch (authentication.Status || '') {
      case 'AUTHENTICATED':
        return notify('onSuccess', result(authentication, authentication.Cavv));
      case 'UNAVAILABLE':
        return notify('onUnenrolled', result(authentication, authentication.Cavv));
      case 'FAILED':
        return notify('onFailure', result(authentication));
      default:
        return notify('onError', fault(authentication.ReturnCode, authentication.ReturnMessage));
    }
  }

  /**
   * @param {MpiAnswer} answer
   * @param {string | null} [cavv]
   */
  function result(answer, cavv) {
    /** @type {Record<string, unknown>} */
    var payload = {
      Xid: answer.Xid,
      Eci: answer.Eci,
      Version: answer.Version,
      ReferenceId: answer.DirectoryServerTransactionId,
    };
    if (cavv !== undefined) payload['Cavv'] = cavv;
    return payload;
  }

  /**
   * @param {string} [code]
   * @param {string} [message]
   */
  function fault(code, message) {
    return { Xid: null, Eci: null, ReturnCode: code, ReturnMessage: message, ReferenceId: null };
  }

  /**
   * @param {string} callback
   * @param {object} [payload]
   */
  function notify(callback, payload) {
    var listener = config[callback];
    if (typeof listener === 'function') listener(payload);
  }

  /**
   * @param {string} path
   * @param {object} body
   * @param {(answer: MpiAnswer) => void} onAnswer
   */
  function post(path, body, onAnswer) {
    var request = new XMLHttpRequest();
    request.open('POST', origin + path);
    request.setRequestHeader('Authorization', 'Bearer ' + token);
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('X-Script-Version', '0.0.1');
    request.addEventListener('loadend', function () {
      if (request.status === 200) return onAnswer(JSON.parse(request.responseText));
      var text = 'An error has occurred (' + request.status + ') - ' + serverMessage(request);
      notify('onError', fault('MPI900', text));
    });
    request.send(JSON.stringify(body));
  }

  /** @param {XMLHttpRequest} request */
  function serverMessage(request) {
    try {
      return JSON.parse(request.responseText).Message;
    } catch {
      return 'undefined';
    }
  }

  /** Collects the inputs of the page; counted ones become lists, empty ones are left out. */
  function collectFields() {
    /** @type {MpiFields} */
    var fields = { browserInfo: browserInfo() };
    singleFields.forEach(function (name) {
      var value = read(name);
      if (value) fields[name.replace(/_/g, '')] = value;
    });
    Object.keys(countedFields).forEach(function (name) {
      var items = collectItems(name, countedFields[name] || []);
      if (items.length > 0) fields[name] = items;
    });
    return fields;
  }

  /**
   * @param {string} list
   * @param {string[]} members
   */
  function collectItems(list, members) {
    var items = [];
    for (var number = 1; ; number++) {
      /** @type {Record<string, string>} */
      var item = {};
      members.forEach(function (member) {
        var value = read(list + '_' + number + '_' + member);
        if (value) item[member] = value;
      });
      if (Object.keys(item).length === 0) return items;
      items.push(item);
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
    var found = document.getElementsByClassName('bpmpi_' + name)[0];
    return found && 'value' in found ? found : undefined;
  }

  /** @param {string} name */
  function read(name) {
    var found = input(name);
    return found ? String(found.value) : '';
  }

  function takeToken() {
    var value = read('accesstoken');
    var found = input('accesstoken');
    if (found) found.remove();
    return value;
  }

  /** The first part of the token is public; it lets the sandbox withhold the sub-script. */
  function songbirdUrl() {
    var isSandbox = config.Environment === 'SDB' || config.Environment === 'TST';
    if (!isSandbox) return origin + '/songbird/production.js';
    return origin + '/songbird/v2.0.0/songbird.js?session=' + token.split('.')[0];
  }

  function cardinal() {
    if (!window.Cardinal) throw new ReferenceError('Cardinal is not defined');
    return window.Cardinal;
  }

  function scriptOrigin() {
    var script = document.currentScript;
    return script && 'src' in script ? new URL(script.src).origin : '';
  }
})();
