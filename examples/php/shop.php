<?php
// A shop in PHP. To run it with a proxy and a payments API:
//   npx -y pnpm@12 example php
declare(strict_types=1);

$proxy = getenv('PROXY_URL');
$price = 12990;

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function signOrder(string $id, int $amount): string
{
    $now = time();
    $claims = ['sub' => $id, 'amount' => $amount, 'currency' => 'BRL', 'iat' => $now, 'exp' => $now + 30 * 60];
    $parts = [['alg' => 'HS256', 'typ' => 'JWT'], $claims];
    $signed = implode('.', array_map(fn (array $part): string => base64url(json_encode($part)), $parts));
    return $signed . '.' . base64url(hash_hmac('sha256', $signed, getenv('ORDER_SECRET'), true));
}

/** Whether the proxy signed the message within the last five minutes (Standard Webhooks). */
function isSigned(string $body): bool
{
    ['HTTP_WEBHOOK_ID' => $id, 'HTTP_WEBHOOK_TIMESTAMP' => $at, 'HTTP_WEBHOOK_SIGNATURE' => $signature] =
        $_SERVER + array_fill_keys(['HTTP_WEBHOOK_ID', 'HTTP_WEBHOOK_TIMESTAMP', 'HTTP_WEBHOOK_SIGNATURE'], '');
    $key = base64_decode(substr((string) getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    if (strlen($key) < 24) {
        throw new RuntimeException("WEBHOOK_SECRET must be the proxy's: anybody can sign with an empty one");
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
    return hash_equals($expected, $signature) && abs(time() - (int) $at) < 300;
}

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $body = file_get_contents('php://input');
    $isSigned = isSigned($body);
    http_response_code($isSigned ? 204 : 400);
    $message = json_decode($body, true);
    // Mark the order as paid here, once per `webhook-id`, unless it was signed for another amount
    // or charged after you had closed it.
    $isAsSigned = $isSigned && $message['data']['orderAmount'] === $price && empty($message['data']['orderClosed']);
    if ($isAsSigned) error_log($message['type'] . ' ' . $message['data']['orderId']);
    exit;
}
// A cached page would show one buyer's order to another.
header('Cache-Control: no-store');
?>
<!doctype html>
<html lang="pt-BR">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <link rel="icon" href="data:," />
  <title>Minha loja</title>
  <script type="module" src="<?= $proxy ?>/widget/isolated.js"></script>
  <h1>Café, R$ 129,90</h1>
  <card-checkout proxy-url="<?= $proxy ?>" order="<?= signOrder(bin2hex(random_bytes(8)), $price) ?>"></card-checkout>
</html>
