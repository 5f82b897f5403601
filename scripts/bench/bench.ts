/** The types of the benchmark: the server, its accounts, and a row of the result table. */
import type { Day } from '#core/calendar.ts'

export type TimedResponse = { ms: number; text: string }

/** A signed-in client of one account. */
export type Client = {
  userId: string
  cookie: string
  /** Throws unless the status is below 300. */
  get(path: string): Promise<TimedResponse>
  send(
    method: string,
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<TimedResponse>
}

/** `today`: the day on which the account was filled. The last loads are of that day. */
export type Account = Client & { today: Day }

export type Bench = {
  url: string
  /** The server's process. */
  pid: number
  /** Milliseconds from the start until the server was ready. */
  startMs: number
  dataDir: string
  connection: { host: string; port: number; user: string; database: string }
  /** Accounts of 1,000 and 200,000 loads. */
  small: Account
  large: Account
  /** Accounts of 1,000 and 50,000 frozen statements. */
  recent: Account
  history: Account
  /** Accounts of 500 and 50,000 invoices. */
  fewInvoices: Account
  manyInvoices: Account
  /** An account with 5,000 loads to bill, and a broker with about 3,000 open invoices. */
  backlog: Account
}

/** `raw`: the measurements that `result` is computed from. */
export type Row = {
  name: string
  method: string
  goal: string
  result: string
  met: boolean
  raw: string
  details?: string[]
}
