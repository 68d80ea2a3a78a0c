import { createPrivateKey } from 'node:crypto';

/** A key and a certificate for localhost that no authority signed; good until 2126. */
const key =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW1T9V2F50DgfVB6QanDDg21PUUXOA5STH4MMjPaKkBKhRANCAATmvsTczW+fc26uWzkeeVm64Zj1w/PVf5hjI7OOqWdufcBOVzFW9o2VYF006fej8LR+gXYhKXUdKgZhPTv4sqXN';
const certificate =
  'MIIBmjCCAUGgAwIBAgIUdRSJIs04uO7lS0CXOlSzUfU0bRowCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAyMTk0OVoYDzIxMjYxMDI4MDIxOTQ5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATmvsTczW+fc26uWzkeeVm64Zj1w/PVf5hjI7OOqWdufcBOVzFW9o2VYF006fej8LR+gXYhKXUdKgZhPTv4sqXNo28wbTAdBgNVHQ4EFgQUJxdS3uDt8D9JectSsLwiqUzDWgMwHwYDVR0jBBgwFoAUJxdS3uDt8D9JectSsLwiqUzDWgMwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDRwAwRAIgWeZnJQA2+6ymwsUsyvPEDqHPqqb4xry/SVI7ZTl7nK0CIFwUN8BVSiPzzMFiAn6e9jpuGH7pHa2DzwXxIyKLonMt';

/** Makes what a TLS server needs to be distrusted. */
export function selfSigned(): { key: string; cert: string } {
  const der = Buffer.from(key, 'base64');
  const pem = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'pem',
    type: 'pkcs8',
  });
  const lines = certificate.match(/.{1,64}/g) ?? [];
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
  return { key: pem.toString(), cert };
}
