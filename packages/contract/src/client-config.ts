/** What `GET /api/config` tells the widget; it never holds a secret. */
export interface ClientConfig {
  /** Where the payments service is; the 3DS token comes straight from there. */
  apiUrl: string;
  /** Names the acquirer whose 3DS is used, e.g. `cielo`. */
  provider: string;
  /** May hold `{merchantId}` and `{sessionId}`. */
  fraudScriptUrl?: string;
  threeDSScriptUrl: string;
  threeDSEnvironment: 'sandbox' | 'production';
  merchantId: number;
  /** The buyer's address; Visa asks for it in the authentication (Cielo's manual, `bpmpi_device_ipaddress`). */
  clientIp: string;
}
