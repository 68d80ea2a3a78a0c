<?php
declare(strict_types=1);

function signOrder(string $id, int $amount, string $secret): string
{
    $now = time();
    $header = ['alg' => 'HS256', 'typ' => 'JWT'];
    $claims = ['sub' => $id, 'amount' => $amount, 'currency' => 'BRL', 'iat' => $now, 'exp' => $now + 30 * 60];
    $encode = fn (array $part): string => base64url(json_encode($part, JSON_THROW_ON_ERROR));
    $signed = $encode($header) . '.' . $encode($claims);
    return $signed . '.' . base64url(hash_hmac('sha256', $signed, $secret, true));
}

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

echo signOrder('order-1042', 12990, getenv('ORDER_SECRET')), PHP_EOL;
