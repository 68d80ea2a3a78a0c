/** Key and self-signed certificate for localhost, valid until 2126. */
export const selfSigned = {
  key: pem(
    'PRIVATE KEY',
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW1T9V2F50DgfVB6QanDDg21PUUXOA5STH4MMjPaKkBKhRANCAATmvsTczW+fc26uWzkeeVm64Zj1w/PVf5hjI7OOqWdufcBOVzFW9o2VYF006fej8LR+gXYhKXUdKgZhPTv4sqXN',
  ),
  cert: pem(
    'CERTIFICATE',
    'MIIBmjCCAUGgAwIBAgIUdRSJIs04uO7lS0CXOlSzUfU0bRowCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAyMTk0OVoYDzIxMjYxMDI4MDIxOTQ5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATmvsTczW+fc26uWzkeeVm64Zj1w/PVf5hjI7OOqWdufcBOVzFW9o2VYF006fej8LR+gXYhKXUdKgZhPTv4sqXNo28wbTAdBgNVHQ4EFgQUJxdS3uDt8D9JectSsLwiqUzDWgMwHwYDVR0jBBgwFoAUJxdS3uDt8D9JectSsLwiqUzDWgMwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDRwAwRAIgWeZnJQA2+6ymwsUsyvPEDqHPqqb4xry/SVI7ZTl7nK0CIFwUN8BVSiPzzMFiAn6e9jpuGH7pHa2DzwXxIyKLonMt',
  ),
};

function pem(label: string, base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n');
}
