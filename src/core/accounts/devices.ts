/** What a browser calls itself, in words that its owner knows again. */

/** The first that fits counts: Edge and Opera also say Chrome, and Chrome also says Safari. */
const BROWSERS: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

/** iPhones also say Mac, and Android also says Linux. */
const SYSTEMS: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** A `User-Agent` header as "Firefox on Windows"; "Unknown browser" where it says nothing that is known. */
export function describeDevice(agent: string | null): string {
  const browser = firstIn(BROWSERS, agent) ?? 'Unknown browser'
  const system = firstIn(SYSTEMS, agent)
  return system ? `${browser} on ${system}` : browser
}

function firstIn(known: typeof BROWSERS, agent: string | null): string | undefined {
  return known.find(([, sign]) => sign.test(agent ?? ''))?.[0]
}
