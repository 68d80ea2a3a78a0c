/** Tells the page that opened the challenge how it ended. */
(function () {
  var result = document.getElementById('result');
  if (!result || !result.dataset['origin']) return;
  parent.postMessage(
    {
      transactionId: result.dataset['transactionId'],
      actionCode: result.dataset['actionCode'],
    },
    result.dataset['origin'],
  );
})();
