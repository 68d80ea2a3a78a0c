# A shop in Flask. To run it with a proxy and a payments API:
#   npx -y pnpm@12 example flask
import base64, hashlib, hmac, json, os, time, uuid

from flask import Flask, render_template_string, request

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 1_000_000

WEBHOOK_KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
if len(WEBHOOK_KEY) < 24:
    raise SystemExit("WEBHOOK_SECRET must be the proxy's: anybody can sign with an empty one")

PRICE = 12990

PAGE = """<!doctype html>
<html lang="pt-BR">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <link rel="icon" href="data:," />
  <title>Minha loja</title>
  <script type="module" src="{{ proxy }}/widget/isolated.js"></script>
  <h1>Café, R$ 129,90</h1>
  <card-checkout proxy-url="{{ proxy }}" order="{{ order }}"></card-checkout>
</html>"""


def base64url(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def sign_order(order_id: str, amount: int) -> str:
    now = int(time.time())
    claims = {"sub": order_id, "amount": amount, "currency": "BRL", "iat": now, "exp": now + 30 * 60}
    parts = [json.dumps(part).encode() for part in ({"alg": "HS256", "typ": "JWT"}, claims)]
    signed = b".".join(base64url(part) for part in parts)
    signature = hmac.digest(os.environ["ORDER_SECRET"].encode(), signed, hashlib.sha256)
    return (signed + b"." + base64url(signature)).decode()


def is_signed(headers, body: bytes) -> bool:
    """Whether the proxy has signed a message, within the last five minutes (Standard Webhooks)."""
    message_id, at, signature = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    expected = base64.b64encode(hmac.digest(WEBHOOK_KEY, f"{message_id}.{at}.".encode() + body, hashlib.sha256))
    is_ours = hmac.compare_digest(b"v1," + expected, signature.encode())
    return is_ours and abs(time.time() - int(at)) < 300


@app.get("/")
def shop():
    order = sign_order(str(uuid.uuid4()), PRICE)
    page = render_template_string(PAGE, proxy=os.environ["PROXY_URL"], order=order)
    # A cached page would show one buyer's order to another.
    return page, {"Cache-Control": "no-store"}


@app.post("/webhook")
def webhook():
    if not is_signed(request.headers, request.get_data()):
        return "", 400
    event = request.json
    # Mark the order as paid here, once per `webhook-id`, unless it was signed for another amount or
    # charged after you had closed it.
    if event["data"]["orderAmount"] == PRICE and "orderClosed" not in event["data"]:
        print(event["type"], event["data"]["orderId"], flush=True)
    return "", 204
