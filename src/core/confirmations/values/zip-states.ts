/** States and provinces: their codes, their names, and the ZIP and postal codes that begin in them. */

/** Ranges of three digits. Military and Pacific island codes are left out: no truck goes there. */
const PREFIXES: Readonly<Record<string, string>> = {
  AK: '995-999',
  AL: '350-352 354-369',
  AR: '716-729',
  AZ: '850-853 855-857 859-860 863-865',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DC: '200 202-205 569',
  DE: '197-199',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  IA: '500-516 520-528',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  MA: '010-027 055',
  MD: '205-212 214-219',
  ME: '039-049',
  MI: '480-499',
  MN: '550-551 553-567',
  MO: '630-631 633-641 644-658',
  MS: '386-397',
  MT: '590-599',
  NC: '270-289',
  ND: '580-588',
  NE: '680-681 683-693',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-884',
  NV: '889-891 893-895 897-898',
  NY: '005 063 100-149',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  PR: '006-007 009',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 739 750-770 772-799 885',
  UT: '840-847',
  VA: '201 205 220-246',
  VT: '050-054 056-059',
  WA: '980-986 988-994',
  WI: '530-532 534-535 537-549',
  WV: '247-268',
  WY: '820-831 834',
}

/** The first letters of Canadian postal codes. */
const LETTERS: Readonly<Record<string, string>> = {
  AB: 'T',
  BC: 'V',
  MB: 'R',
  NB: 'E',
  NL: 'A',
  NS: 'B',
  NT: 'X',
  NU: 'X',
  ON: 'KLMNP',
  PE: 'C',
  QC: 'GHJ',
  SK: 'S',
  YT: 'Y',
}

const NAMES = new Map(
  `alabama AL, alaska AK, arizona AZ, arkansas AR, california CA, colorado CO, connecticut CT, delaware DE, florida FL,
  georgia GA, hawaii HI, idaho ID, illinois IL, indiana IN, iowa IA, kansas KS, kentucky KY, louisiana LA, maine ME,
  maryland MD, massachusetts MA, michigan MI, minnesota MN, mississippi MS, missouri MO, montana MT, nebraska NE,
  nevada NV, new hampshire NH, new jersey NJ, new mexico NM, new york NY, north carolina NC, north dakota ND, ohio OH,
  oklahoma OK, oregon OR, pennsylvania PA, rhode island RI, south carolina SC, south dakota SD, tennessee TN, texas TX,
  utah UT, vermont VT, virginia VA, washington WA, west virginia WV, wisconsin WI, wyoming WY, alberta AB,
  british columbia BC, manitoba MB, new brunswick NB, newfoundland NL, nova scotia NS, ontario ON,
  prince edward island PE, quebec QC, québec QC, saskatchewan SK`
    .split(/,\s+/)
    .map((line) => [line.slice(0, -3), line.slice(-2)] as const),
)

/** Matches the name of a state or province, longest first: "West Virginia" before "Virginia". */
export const STATE_NAME = [...NAMES.keys()].toSorted((a, b) => b.length - a.length).join('|')

/** A Canadian postal code: "M5V 2T6". */
export const POSTAL_CODE = '[ABCEGHJ-NPRSTVXY]\\d[A-Z]\\s?\\d[A-Z]\\d'

export function isState(text: string): boolean {
  return Object.hasOwn(PREFIXES, text) || isProvince(text)
}

export function isProvince(text: string): boolean {
  return Object.hasOwn(LETTERS, text)
}

/** The code of a state that is printed as a code or as a name; null if it is neither. */
export function toState(text: string): string | null {
  return isState(text) ? text : (NAMES.get(text.toLowerCase()) ?? null)
}

/** True if ZIP codes of `state` begin with the first three digits of `zip`, or postal codes with its first letter. */
export function isZipOf(zip: string, state: string): boolean {
  if (isProvince(state)) return (LETTERS[state] ?? '').includes(zip[0] ?? ' ')
  const prefix = Number(zip.slice(0, 3))
  return (PREFIXES[state] ?? '').split(' ').some((range) => {
    const [first = '', last = first] = range.split('-')
    return range !== '' && prefix >= Number(first) && prefix <= Number(last)
  })
}
