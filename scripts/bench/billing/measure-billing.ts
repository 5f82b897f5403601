/** Compares every billing screen of an account with 50,000 invoices and one with 500, of which both have the newest 500. */
import type { Account, Bench, Row } from '#scripts/bench/bench.ts'
import { formatMs, formatRatio, measureInTurns } from '#scripts/bench/measure.ts'
import { findKnown, SCREENS, type Known, type Screen } from './cases.ts'

const GOAL = 3

export async function measureBilling({ fewInvoices, manyInvoices }: Bench): Promise<Row[]> {
  const accounts = [fewInvoices, manyInvoices] as const
  const known = await Promise.all(accounts.map(findKnown))
  const measured = []
  for (const screen of SCREENS) measured.push(await compare(screen, accounts, known))
  const worst = measured.toSorted((one, other) => other.ratio - one.ratio)
  const [first] = worst
  const missed = worst.filter(({ ratio }) => ratio > GOAL)
  return [
    {
      name: `every billing screen (${worst.length})`,
      method: 'p50 at 50,000 invoices ÷ at 500: the worst',
      goal: `≤ ${GOAL}`,
      result: formatRatio(first?.ratio ?? NaN),
      met: !missed.length,
      raw: `${first?.text}; missed by ${missed.length}`,
      details: worst.map(({ text }) => text),
    },
  ]
}

async function compare(
  { name, paths }: Screen,
  accounts: readonly Account[],
  known: readonly Known[],
) {
  const tasks = accounts.map((account, at) => {
    const own = paths(known[at] as Known)
    return () => Promise.all(own.map((path) => account.get(path)))
  })
  const [few = NaN, many = NaN] = await measureInTurns(tasks)
  const ratio = many / few
  return {
    ratio,
    text: `${name}: ${formatRatio(ratio)} (${formatMs(many)} ÷ ${formatMs(few)})`,
  }
}
