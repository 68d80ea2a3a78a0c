/** The answer to `GET /api/config`. Contains no secret. */
export interface ClientConfig {
  /** The payments API's address; the browser requests the 3DS token there. */
  apiUrl: string;
  /** The 3DS provider, e.g. `cielo`. */
  provider: string;
  /** May contain the placeholders `{merchantId}` and `{sessionId}`. */
  fraudScriptUrl?: string;
  threeDSScriptUrl: string;
  threeDSEnvironment: 'sandbox' | 'production';
  merchantId: number;
  /** The buyer's IP address, which Visa requires for 3DS (Cielo's `bpmpi_device_ipaddress`). */
  clientIp: string;
}
