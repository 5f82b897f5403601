/** Measures the dashboard, and the dates and the preview that the settlement screen loads for one truck. */
import type { Account, Bench, Row } from './bench.ts'
import { formatMs, formatRatio, measureInTurns } from './measure.ts'

const DASHBOARD_GOAL = 3
const SETTLEMENT_GOAL = 2

export async function measureDashboard(bench: Bench): Promise<Row[]> {
  const paths = ({ today }: Account) => Promise.resolve([`/api/dashboard?today=${today}`])
  return [await compare(bench, 'dashboard', DASHBOARD_GOAL, paths)]
}

export async function measureSettlement(bench: Bench): Promise<Row[]> {
  const name = 'settlement dates and preview of one truck'
  return [await compare(bench, name, SETTLEMENT_GOAL, readSettlementPaths)]
}

/** The dates of the third truck, and the preview of its latest date. */
async function readSettlementPaths(account: Account): Promise<string[]> {
  const { text } = await account.get('/api/trucks?limit=1&offset=2')
  const [truck] = JSON.parse(text) as { id: number }[]
  const dates = `/api/trucks/${truck?.id}/settlement-dates`
  const [latest] = JSON.parse((await account.get(dates)).text) as string[]
  const query = `truckId=${truck?.id}&settlementDate=${latest}&today=${account.today}`
  return [dates, `/api/settlements/preview?${query}`]
}

async function compare(
  { small, large }: Bench,
  name: string,
  goal: number,
  findPaths: (account: Account) => Promise<string[]>,
): Promise<Row> {
  const tasks = [small, large].map(async (account) => {
    const paths = await findPaths(account)
    return () => Promise.all(paths.map((path) => account.get(path)))
  })
  const [atSmall = NaN, atLarge = NaN] = await measureInTurns(await Promise.all(tasks))
  return {
    name,
    method: 'p50 at 200,000 loads ÷ at 1,000',
    goal: `≤ ${goal}`,
    result: formatRatio(atLarge / atSmall),
    met: atLarge / atSmall <= goal,
    raw: `${formatMs(atLarge)} ÷ ${formatMs(atSmall)}`,
  }
}
