// Tells the 3DS provider's script how the challenge ended.
const { transactionId, actionCode, origin } = document.getElementById('result')?.dataset ?? {};
if (origin) parent.postMessage({ transactionId, actionCode }, origin);
