import base64, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

def verified(headers, body, secret):
    signed_at, key = headers['webhook-timestamp'], base64.b64decode(secret.removeprefix('whsec_'))
    signed = f"{headers['webhook-id']}.{signed_at}.".encode() + body
    signature = b'v1,' + base64.b64encode(hmac.digest(key, signed, 'sha256'))
    is_signed = hmac.compare_digest(signature, headers.get('webhook-signature', '').encode())
    return json.loads(body) if is_signed and abs(time.time() - int(signed_at)) < 300 else None

class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('content-length', 0)))
        event = verified(self.headers, body, os.environ['WEBHOOK_SECRET'])
        if event and event['type'] == 'payment.approved':
            print(event['data']['orderId'], 'is paid', flush=True)
        self.send_response(204 if event else 400)
        self.end_headers()

ThreadingHTTPServer(('127.0.0.1', int(os.environ['PORT'])), Receiver).serve_forever()
