/** Pages of the list of loads: the usual one, then every sort, filter and search. */
import type { Bench, Row } from './bench.ts'
import {
  defaultPage,
  filtersFor,
  middlePage,
  searches,
  sorts,
  together,
  type Case,
} from './cases.ts'
import { inTurns, ms, ratio } from './measure.ts'

const MOST_MS = 150

type Measured = { name: string; small: number; large: number }

export async function listRows(bench: Bench): Promise<Row[]> {
  const usual = await measured(bench, defaultPage)
  const filters = await filtersFor(bench)
  return [
    {
      what: 'page of 50 loads, default order',
      as: 'p50 at 1,000,000 ÷ at 1,000',
      goal: '≤ 1.5',
      figure: ratio(usual.large / usual.small),
      met: usual.large / usual.small <= 1.5,
      raw: `${ms(usual.large)} ÷ ${ms(usual.small)}`,
    },
    await worstOf(bench, 'every sort', sorts),
    await worstOf(bench, 'every filter', filters),
    await worstOf(bench, 'filters together, and with an order', together(bench)),
    await worstOf(bench, 'every search', searches),
    await worstOf(bench, 'the middle page', [middlePage]),
  ]
}

async function worstOf(bench: Bench, what: string, cases: Case[]): Promise<Row> {
  const all: Measured[] = []
  for (const one of cases) all.push(await measured(bench, one))
  const worst = all.toSorted((a, b) => b.large / b.small - a.large / a.small)
  const [first] = worst
  if (!first) throw new Error(`No case of ${what}`)
  const slowest = Math.max(...all.map(({ large }) => large))
  const missed = worst.filter(({ small, large }) => large / small > 5 || large > MOST_MS)
  return {
    what: `${what} (${cases.length})`,
    as: 'p50 at 1,000,000 ÷ at 1,000: the worst; slowest',
    goal: '≤ 5; ≤ 150 ms',
    figure: `${ratio(first.large / first.small)}; ${ms(slowest)}`,
    met: missed.length === 0,
    raw: `${first.name}: ${ms(first.large)} ÷ ${ms(first.small)}; missed by ${missed.length}`,
    details: worst.map(
      ({ name, small, large }) => `${name}: ${ratio(large / small)} (${ms(large)} ÷ ${ms(small)})`,
    ),
  }
}

async function measured({ small, large }: Bench, { name, of }: Case): Promise<Measured> {
  const works = [small, large].map((person) => () => person.get(of(person)))
  const [atSmall = NaN, atLarge = NaN] = await inTurns(works)
  return { name, small: atSmall, large: atLarge }
}
