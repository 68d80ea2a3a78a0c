import base64, hmac, json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ['WEBHOOK_SECRET'].removeprefix('whsec_'))
if len(KEY) < 24:
    sys.exit("WEBHOOK_SECRET must be the proxy's: anybody can sign with an empty one")

# What each order costs, in centavos; use your database instead.
AMOUNTS = {'order-1042': 12990}

def is_paid(event):
    data = event['data']
    # An older token of the order may have paid another amount, or a closed order was charged after all.
    is_as_signed = data['orderAmount'] == AMOUNTS.get(data['orderId']) and 'orderClosed' not in data
    return event['type'] == 'payment.approved' and is_as_signed

def verified(headers, body):
    signed_at = headers['webhook-timestamp']
    signed = f"{headers['webhook-id']}.{signed_at}.".encode() + body
    signature = b'v1,' + base64.b64encode(hmac.digest(KEY, signed, 'sha256'))
    is_signed = hmac.compare_digest(signature, headers.get('webhook-signature', '').encode())
    return json.loads(body) if is_signed and abs(time.time() - int(signed_at)) < 300 else None

class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = int(self.headers.get('content-length', 0))
        event = verified(self.headers, self.rfile.read(min(max(length, 0), 1_000_000)))
        if event and is_paid(event):
            print(event['data']['orderId'], 'is paid', flush=True)
        self.send_response(204 if event else 400)
        self.end_headers()

ThreadingHTTPServer(('127.0.0.1', int(os.environ['PORT'])), Receiver).serve_forever()
