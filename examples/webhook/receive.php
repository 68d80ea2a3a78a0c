<?php
declare(strict_types=1);

// What each order costs, in centavos; use your database instead.
$amounts = ['order-1042' => 12990];

$body = file_get_contents('php://input');
$read = fn (string $name): string => $_SERVER["HTTP_WEBHOOK_$name"] ?? '';
[$id, $at, $given] = array_map($read, ['ID', 'TIMESTAMP', 'SIGNATURE']);
$key = base64_decode(substr((string) getenv('WEBHOOK_SECRET'), strlen('whsec_')));
if (strlen($key) < 24) {
    http_response_code(500);
    exit("WEBHOOK_SECRET must be the proxy's: anybody can sign with an empty one");
}
$signature = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
$isSigned = hash_equals($signature, $given) && abs(time() - (int) $at) < 300;
http_response_code($isSigned ? 204 : 400);
$event = $isSigned ? json_decode($body, true) : null;
$data = $event['data'] ?? [];
$order = $data['orderId'] ?? '';
// An older token of the order may have paid another amount, or a closed order was charged after all.
$isAsSigned = ($data['orderAmount'] ?? 0) === ($amounts[$order] ?? null) && empty($data['orderClosed']);
if ($event && $event['type'] === 'payment.approved' && $isAsSigned) {
    file_put_contents('php://stdout', "$order is paid\n");
}
