// Tells the page that opened the challenge how it ended.
const { transactionId, actionCode, origin } = document.getElementById('result')?.dataset ?? {};
if (origin) parent.postMessage({ transactionId, actionCode }, origin);
