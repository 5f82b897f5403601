/** Which states a truck crosses between two others (SPEC C568). */

/** The lower 48 and DC with the states that they border, each border once. */
const BORDERS: Readonly<Record<string, string>> = {
  AL: 'FL GA MS TN',
  AR: 'LA MO MS OK TN TX',
  AZ: 'CA NM NV UT',
  CA: 'NV OR',
  CO: 'KS NE NM OK UT WY',
  CT: 'MA NY RI',
  DC: 'MD VA',
  DE: 'MD NJ PA',
  FL: 'GA',
  GA: 'NC SC TN',
  IA: 'IL MN MO NE SD WI',
  ID: 'MT NV OR UT WA WY',
  IL: 'IN KY MO WI',
  IN: 'KY MI OH',
  KS: 'MO NE OK',
  KY: 'MO OH TN VA WV',
  LA: 'MS TX',
  MA: 'NH NY RI VT',
  MD: 'PA VA WV',
  ME: 'NH',
  MI: 'OH WI',
  MN: 'ND SD WI',
  MO: 'NE OK TN',
  MS: 'TN',
  MT: 'ND SD WY',
  NC: 'SC TN VA',
  ND: 'SD',
  NE: 'SD WY',
  NH: 'VT',
  NJ: 'NY PA',
  NM: 'OK TX',
  NV: 'OR UT',
  NY: 'PA VT',
  OH: 'PA WV',
  OK: 'TX',
  OR: 'WA',
  PA: 'WV',
  SD: 'WY',
  TN: 'VA',
  UT: 'WY',
  VA: 'WV',
}

/** A truck may drive around: one border more than the fewest. */
export const DETOUR = 1

/** How many borders are between two states: `TXIL` is 3. A state that none of these borders has no entry. */
export const BORDERS_BETWEEN: Readonly<Record<string, number>> = countBorders()

function countBorders(): Record<string, number> {
  const pairs = Object.entries(BORDERS).flatMap(([state, others]) =>
    others.split(' ').flatMap((other) => [[state, other] as const, [other, state] as const]),
  )
  const neighbors = Map.groupBy(pairs, ([state]) => state)
  const counts: Record<string, number> = {}
  for (const from of neighbors.keys()) {
    let reached = [from]
    for (let count = 0; reached.length > 0; count++) {
      for (const state of reached) counts[`${from}${state}`] ??= count
      const next = reached.flatMap((state) => neighbors.get(state) ?? []).map(([, other]) => other)
      reached = [...new Set(next)].filter((state) => counts[`${from}${state}`] === undefined)
    }
  }
  return counts
}
