/** Measures pages of the loads list: the default one, then every sort, filter and search. */
import type { Bench, Row } from './bench.ts'
import {
  combinedCases,
  combinedOtherSorts,
  commonSorts,
  defaultPage,
  filterCases,
  numberSearches,
  otherSorts,
  searches,
  type Case,
} from './cases.ts'
import { formatMs, formatRatio, measureInTurns } from './measure.ts'

const MAX_RATIO = 1.5
/** Of the 95th percentile, for every sort, filter, search and pair of them. */
const MAX_MS = 150
const P95 = 0.95
const MAX_NUMBER_MS = 10

type ListTimes = { name: string; small: number; large: number }

export async function measureLists(bench: Bench): Promise<Row[]> {
  return [
    await measureDefaultPage(bench),
    await findSlowest(bench, 'common sorts', commonSorts, MAX_MS),
    await findSlowest(bench, 'other sorts', otherSorts, MAX_MS),
    await findSlowest(bench, 'filters', await filterCases(bench), MAX_MS),
    await findSlowest(bench, 'combined filters', combinedCases(bench), MAX_MS),
    await findSlowest(bench, 'filters, other sort', combinedOtherSorts(bench), MAX_MS),
    await findSlowest(bench, 'searches', searches, MAX_MS),
    await findSlowest(bench, 'search for a load number', numberSearches, MAX_NUMBER_MS),
  ]
}

async function measureDefaultPage(bench: Bench): Promise<Row> {
  const { small, large } = await measure(bench, defaultPage)
  return {
    name: 'page of 50 loads, default order',
    method: 'p50 at 200,000 ÷ at 1,000',
    goal: `≤ ${MAX_RATIO}`,
    result: formatRatio(large / small),
    met: large / small <= MAX_RATIO,
    raw: `${formatMs(large)} ÷ ${formatMs(small)}`,
  }
}

async function findSlowest(bench: Bench, name: string, cases: Case[], maxMs: number): Promise<Row> {
  const all: ListTimes[] = []
  for (const one of cases) all.push(await measure(bench, one, P95))
  all.sort((a, b) => b.large - a.large)
  const slowest = all[0]?.large ?? NaN
  const missed = all.filter(({ large }) => large > maxMs).length
  return {
    name: `${name} (${cases.length})`,
    method: 'slowest p95 at 200,000',
    goal: `≤ ${maxMs} ms`,
    result: formatMs(slowest),
    met: missed === 0,
    raw: `${all[0]?.name}; ${missed} over the goal`,
    details: all.map(
      (one) => `${one.name}: ${formatMs(one.large)} (at 1,000: ${formatMs(one.small)})`,
    ),
  }
}

async function measure(
  { small, large }: Bench,
  { name, path }: Case,
  part?: number,
): Promise<ListTimes> {
  const requests = [small, large].map((account) => () => account.get(path(account)))
  const [atSmall = NaN, atLarge = NaN] = await measureInTurns(requests, part)
  return { name, small: atSmall, large: atLarge }
}
