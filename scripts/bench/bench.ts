/** What every group of rows works with, and what a row of the table is. */
import type { Day } from '#core/calendar.ts'

export type Answer = { ms: number; text: string }

/** Somebody at a browser, signed in to an account of a known size. */
export type Person = {
  userId: string
  loads: number
  cookie: string
  /** Throws where the answer is not a success. */
  get(path: string): Promise<Answer>
  send(
    method: string,
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

export type Bench = {
  url: string
  /** The server's process. */
  pid: number
  /** From its start until it was ready. */
  startedMs: number
  dataDir: string
  connection: { host: string; port: number; user: string; database: string }
  /** The day until which the accounts were filled: "this week" has loads in it. */
  today: Day
  small: Person
  middle: Person
  large: Person
}

/** `figure` is what the goal is about; `raw` the measurements that it was made of. */
export type Row = {
  what: string
  as: string
  goal: string
  figure: string
  met: boolean
  raw: string
  details?: string[]
}
