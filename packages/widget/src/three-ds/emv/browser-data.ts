import { windowSizeIn, type WindowSize } from '../window-size.ts';

/**
 * Browser Information for the issuer (EMV 3DS 2.2). The merchant's server adds what only it can see:
 * the `Accept` header and the IP address.
 */
export interface BrowserData {
  browserJavaEnabled: boolean;
  browserJavascriptEnabled: true;
  browserLanguage: string;
  browserColorDepth: string;
  browserScreenHeight: string;
  browserScreenWidth: string;
  /** Minutes that the local time is behind UTC: 180 in São Paulo. */
  browserTZ: string;
  browserUserAgent: string;
  challengeWindowSize: WindowSize;
}

/** The color depths of the protocol. */
const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1] as const;

/** Describes the browser; a challenge would be shown in `realm`. */
export function browserData(realm: Window): BrowserData {
  const { colorDepth, height, width } = screen;
  return {
    browserJavaEnabled: false,
    browserJavascriptEnabled: true,
    browserLanguage: navigator.language.slice(0, 8),
    browserColorDepth: String(colorDepths.find((depth) => depth <= colorDepth) ?? 1),
    browserScreenHeight: String(height),
    browserScreenWidth: String(width),
    browserTZ: String(new Date().getTimezoneOffset()),
    browserUserAgent: navigator.userAgent.slice(0, 2048),
    challengeWindowSize: windowSizeIn(realm),
  };
}
