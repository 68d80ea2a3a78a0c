import { windowSizeIn, type WindowSize } from '../window-size.ts';

/**
 * What an issuer wants to know about the browser (EMV 3DS 2.2, Browser Information). What only a server
 * sees, the `Accept` header and the address, the merchant's server adds.
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

/** The depths that the protocol knows. */
const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1] as const;

/** Reads the browser; the window is the one in which a challenge would be drawn. */
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
