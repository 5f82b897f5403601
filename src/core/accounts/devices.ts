/** Describes a browser by its `User-Agent` header. */

/** The first match counts: Edge and Opera also contain "Chrome", and Chrome also contains "Safari". */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

/** iPhone also contains "Mac OS X", and Android also contains "Linux". */
const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** "Firefox on Windows", or "Unknown browser". */
export function describeDevice(agent: string | null): string {
  const browser = findName(BROWSERS, agent) ?? 'Unknown browser'
  const system = findName(SYSTEMS, agent)
  return system ? `${browser} on ${system}` : browser
}

function findName(patterns: typeof BROWSERS, agent: string | null): string | undefined {
  return patterns.find(([, pattern]) => pattern.test(agent ?? ''))?.[0]
}
