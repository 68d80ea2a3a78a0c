using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

static class Program
{
    static string SignOrder(string id, long amount, string secret)
    {
        long now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        var header = new Dictionary<string, object> { ["alg"] = "HS256", ["typ"] = "JWT" };
        var claims = new Dictionary<string, object>
        {
            ["sub"] = id, ["amount"] = amount, ["currency"] = "BRL", ["iat"] = now, ["exp"] = now + 30 * 60,
        };
        string signed = Base64Url(Json(header)) + "." + Base64Url(Json(claims));
        using (var hmac = new HMACSHA256(Utf8(secret)))
        {
            return signed + "." + Base64Url(hmac.ComputeHash(Utf8(signed)));
        }
    }

    static byte[] Json(object value) => JsonSerializer.SerializeToUtf8Bytes(value);

    static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);

    static string Base64Url(byte[] bytes) =>
        Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    static void Main()
    {
        string secret = Environment.GetEnvironmentVariable("ORDER_SECRET")
            ?? throw new InvalidOperationException("ORDER_SECRET is not set");
        Console.WriteLine(SignOrder("order-1042", 12990, secret));
    }
}
