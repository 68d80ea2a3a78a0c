package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"
)

func signOrder(id string, amount int64, secret string) (string, error) {
	now := time.Now().Unix()
	claims, err := json.Marshal(map[string]any{
		"sub": id, "amount": amount, "currency": "BRL", "iat": now, "exp": now + 30*60,
	})
	if err != nil {
		return "", err
	}
	base64url := base64.RawURLEncoding.EncodeToString
	signed := base64url([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + base64url(claims)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(signed))
	return signed + "." + base64url(mac.Sum(nil)), nil
}

func main() {
	token, err := signOrder("order-1042", 12990, os.Getenv("ORDER_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(token)
}
