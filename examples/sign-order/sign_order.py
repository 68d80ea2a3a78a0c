import base64, hashlib, hmac, json, os, time


def sign_order(order_id: str, amount: int, secret: str) -> str:
    now = int(time.time())
    claims = {"sub": order_id, "amount": amount, "currency": "BRL", "iat": now, "exp": now + 30 * 60}
    parts = [json.dumps(part).encode() for part in ({"alg": "HS256", "typ": "JWT"}, claims)]
    signed = b".".join(base64url(part) for part in parts)
    signature = hmac.new(secret.encode(), signed, hashlib.sha256).digest()
    return (signed + b"." + base64url(signature)).decode()


def base64url(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


print(sign_order("order-1042", 12990, os.environ["ORDER_SECRET"]))
