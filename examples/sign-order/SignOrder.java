import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class SignOrder {
    static String signOrder(String id, long amount, String secret) throws GeneralSecurityException {
        long now = Instant.now().getEpochSecond();
        String claims = """
                {"sub":"%s","amount":%d,"currency":"BRL","iat":%d,"exp":%d}"""
                .formatted(escape(id), amount, now, now + 30 * 60);
        String header = """
                {"alg":"HS256","typ":"JWT"}""";
        String signed = base64url(header.getBytes(UTF_8)) + "." + base64url(claims.getBytes(UTF_8));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        return signed + "." + base64url(mac.doFinal(signed.getBytes(UTF_8)));
    }

    static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    public static void main(String[] args) throws GeneralSecurityException {
        System.out.println(signOrder("order-1042", 12990L, System.getenv("ORDER_SECRET")));
    }
}
